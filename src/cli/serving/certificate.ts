/** Makes a certificate for a server, and the authority that clients trust. Loaded only with `--tls`. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** PEM texts. Nothing else can be signed with the authority, because its key is not kept. */
export interface MadeCertificate {
  readonly cert: string
  readonly key: string
  /** The certificate of the authority. */
  readonly authority: string
}

/** The subject of the authority, by which a file of an earlier start is recognised. */
export const AUTHORITY_NAME = 'reqsim local authority'

const DAY = 86_400_000
/** The clock of a client may be behind. */
const DAYS_BEFORE = 1
const DAYS_AFTER = 30
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'

/** A certificate for these host names and IP addresses. `now` is in wall-clock milliseconds since 1970. */
export function makeCertificate(hosts: readonly string[], now: number): MadeCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = hosts.map((host) =>
    isIP(host) === 0 ? new GeneralName({ dNSName: host }) : new GeneralName({ iPAddress: host }),
  )
  const authorityKey = identifier(authority.publicKey)
  const certificate = (subject: string, key: KeyObject, extensions: readonly Extension[]): string =>
    signed(subject, key, [...extensions, identity(authorityKey)], now, authority.privateKey)
  return {
    authority: certificate(AUTHORITY_NAME, authority.publicKey, [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign), true),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(authorityKey)),
    ]),
    cert: certificate('reqsim', server.publicKey, [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(names)),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(identifier(server.publicKey))),
    ]),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

function signed(
  subject: string,
  publicKey: KeyObject,
  extensions: readonly Extension[],
  now: number,
  authorityKey: KeyObject,
): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: nameOf(AUTHORITY_NAME),
    validity: new Validity({
      notBefore: new Date(now - DAYS_BEFORE * DAY),
      notAfter: new Date(now + DAYS_AFTER * DAY),
    }),
    subject: nameOf(subject),
    subjectPublicKeyInfo: AsnConvert.parse(encoded(publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions([...extensions]),
  })
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: bufferOf(sign('sha256', Buffer.from(AsnConvert.serialize(content)), authorityKey)),
  })
  const lines = Buffer.from(AsnConvert.serialize(certificate))
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function identity(authorityKey: ArrayBuffer): Extension {
  const value = new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(authorityKey) })
  return extension(id_ce_authorityKeyIdentifier, value)
}

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])])
}

/** A positive number of 16 bytes. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0)
  return bufferOf(bytes)
}

/** The identifier of a key by the first method of RFC 7093. */
function identifier(publicKey: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = AsnConvert.parse(encoded(publicKey), SubjectPublicKeyInfo)
  const digest = createHash('sha256').update(Buffer.from(subjectPublicKey)).digest()
  return bufferOf(digest.subarray(0, 20))
}

function encoded(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' })
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
