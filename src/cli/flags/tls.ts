/** Flags of commands that serve HTTPS. */
import type { Command } from 'commander'
import { flag } from './flags.ts'

export interface TlsFlags {
  /** Serves HTTPS. Without `tlsCert`, the server makes a certificate when it starts. */
  readonly tls?: boolean
  /** The file to write the authority of that certificate to. */
  readonly tlsCa?: string
  /** Files of a certificate and its private key, both PEM. */
  readonly tlsCert?: string
  readonly tlsKey?: string
}

export function addTlsFlags(command: Command): Command {
  return command
    .addOption(flag('--tls', 'serve HTTPS, with a certificate that the server makes at its start'))
    .addOption(
      flag('--tls-ca <file>', 'write the authority of that certificate to this file, for clients to trust'),
    )
    .addOption(flag('--tls-cert <file>', 'your own certificate for HTTPS, PEM; with --tls-key'))
    .addOption(flag('--tls-key <file>', 'the private key of --tls-cert, PEM'))
}
