/** Compressed bodies, which every door decodes or refuses. As bytes, since a page has no compressor that gives the same everywhere. */
import type { DoorCase, DoorExpectation, DoorName } from './cases.ts'

/** The text `{"formula":"SUM(@Cost)"}`. */
const GZIP = [
  31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 86, 74, 203, 47, 202, 45, 205, 73, 84, 178, 82, 10, 14, 245, 213, 112,
  112, 206, 47, 46, 209, 84, 170, 5, 0, 212, 55, 185, 160, 24, 0, 0, 0,
]
const DEFLATE = [
  120, 156, 171, 86, 74, 203, 47, 202, 45, 205, 73, 84, 178, 82, 10, 14, 245, 213, 112, 112, 206, 47, 46, 209,
  84, 170, 5, 0, 101, 149, 7, 208,
]
const BROTLI = [
  139, 11, 128, 123, 34, 102, 111, 114, 109, 117, 108, 97, 34, 58, 34, 83, 85, 77, 40, 64, 67, 111, 115, 116,
  41, 34, 125, 3,
]
/** A formula of 8 MiB, compressed twice. */
const BOMB = [
  31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 208, 177, 9, 194, 64, 0, 134, 209, 159, 11, 1, 175, 73, 154, 64, 16,
  11, 93, 32, 113, 2, 225, 92, 33, 19, 216, 10, 10, 150, 134, 128, 132, 16, 108, 110, 130, 84, 130, 96, 43,
  246, 138, 224, 18, 206, 96, 97, 107, 47, 25, 67, 249, 222, 8, 111, 236, 7, 234, 153, 224, 253, 152, 91, 77,
  146, 240, 146, 79, 247, 235, 219, 182, 104, 227, 102, 81, 250, 85, 53, 188, 62, 187, 89, 150, 10, 0, 0, 0,
  0, 0, 252, 181, 93, 181, 113, 146, 156, 94, 254, 112, 31, 29, 13, 35, 0, 0, 0, 0, 0, 252, 132, 243, 41, 248,
  100, 118, 25, 169, 214, 23, 205, 174, 14, 230, 3, 32, 0, 0,
]
const BROTLI_BOMB = [
  203, 255, 255, 63, 248, 165, 69, 116, 240, 246, 84, 37, 159, 21, 2, 45, 153, 28, 219, 122, 255, 39, 137, 6,
  0, 252, 146, 120, 34, 125, 245, 129, 36, 1, 0, 108,
]

const ACCEPTED = 'gzip, deflate, br'
const NO_BROTLI = 'browsers cannot decode br'
const IN_NODE: { readonly [door in DoorName]?: string } = {
  'chromium-msw3': NO_BROTLI,
  'chromium-msw2': NO_BROTLI,
}

const PATH = '/api/aggregations/parse?applicationId=101'
const CONTROL = { 'X-Sim-Control': '1' }

function coded(
  name: string,
  coding: string,
  bytes: readonly number[],
  expect: DoorExpectation,
  skip?: DoorCase['skip'],
): DoorCase {
  const headers = {
    Authorization: 'Bearer tok-alice',
    'Content-Type': 'application/json',
    'Content-Encoding': coding,
  }
  const request = { method: 'POST', path: PATH, headers, body: { bytes } }
  return { name, steps: [{ request, expect }], ...(skip === undefined ? {} : { skip }) }
}

const READ: DoorExpectation = { status: 200, body: { valid: true }, headers: { 'accept-encoding': null } }
const refused = (message: string): DoorExpectation => ({
  status: 415,
  headers: { 'accept-encoding': ACCEPTED },
  body: { errors: [message] },
})
const TOO_LARGE: DoorExpectation = { status: 413, body: { statusCode: 'PAYLOAD_TOO_LARGE' } }

export const compressedCases: readonly DoorCase[] = [
  coded('a body in gzip', 'gzip', GZIP, READ),
  coded('a body in gzip by its older name, in any letter case', 'X-GZip', GZIP, READ),
  coded('a body in deflate', 'deflate', DEFLATE, READ),
  coded('a body in br', 'br', BROTLI, READ, IN_NODE),
  coded(
    'a body whose coding is identity',
    'identity',
    [...new TextEncoder().encode('{"formula":"SUM(@Cost)"}')],
    READ,
  ),
  coded('a compressed body that is too large when decoded', 'gzip, gzip', BOMB, TOO_LARGE),
  coded('a body in br that is too large when decoded', 'br', BROTLI_BOMB, TOO_LARGE, IN_NODE),
  coded(
    'a body in a coding that nothing reads',
    'zstd',
    GZIP,
    refused("Content-Encoding 'zstd' is not supported: send gzip, deflate or br, or leave the header out"),
  ),
  coded(
    'a body with more codings than any client sends',
    'gzip, gzip, gzip',
    BOMB,
    refused(
      "Content-Encoding 'gzip, gzip, gzip' is not supported: send gzip, deflate or br, or leave the header out",
    ),
  ),
  coded(
    'a body that is not what its coding says',
    'gzip',
    DEFLATE,
    refused(
      "Content-Encoding 'gzip': the body is not gzip, or this platform cannot decode it: send deflate or br, or leave the header out",
    ),
  ),
  coded('a compressed body that breaks off', 'gzip', GZIP.slice(0, 30), { status: 415 }),
  {
    name: 'a compressed body of the control API',
    steps: [
      {
        request: {
          method: 'POST',
          path: '/_sim/faults',
          headers: { ...CONTROL, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
          body: { bytes: GZIP },
        },
        expect: { status: 400, headers: { 'accept-encoding': null } },
      },
      {
        request: {
          method: 'POST',
          path: '/_sim/faults',
          headers: { ...CONTROL, 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' },
          body: { bytes: GZIP },
        },
        expect: { status: 415, headers: { 'accept-encoding': ACCEPTED } },
      },
    ],
  },
]
