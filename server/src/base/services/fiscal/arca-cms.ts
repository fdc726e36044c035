import { createHash, sign, X509Certificate } from 'node:crypto'
import { children, der, INTEGER, NULL, OCTETS, oid, SEQUENCE, SET, UTC_TIME } from './arca-der.ts'

const DATA = oid('1.2.840.113549.1.7.1')
const SIGNED_DATA = oid('1.2.840.113549.1.7.2')
const CONTENT_TYPE = oid('1.2.840.113549.1.9.3')
const MESSAGE_DIGEST = oid('1.2.840.113549.1.9.4')
const SIGNING_TIME = oid('1.2.840.113549.1.9.5')
const SHA256 = der(SEQUENCE, oid('2.16.840.1.101.3.4.2.1'), NULL)
const RSA = der(SEQUENCE, oid('1.2.840.113549.1.1.1'), NULL)

/**
 * The form in which WSAA takes a signed login request: CMS SignedData, DER, with the content inside, SHA-256
 * with RSA, one certificate, and the usual signed attributes. Node has no CMS of its own.
 */
export function signCms(content: Buffer, { cert, key }: { cert: string; key: string }, now: Date): Buffer {
  const certificate = new X509Certificate(cert).raw
  const attributes = [
    attribute(CONTENT_TYPE, DATA),
    attribute(SIGNING_TIME, utcTime(now)),
    attribute(MESSAGE_DIGEST, der(OCTETS, createHash('sha256').update(content).digest())),
  ].sort(Buffer.compare) // a SET is sorted by its bytes
  // Signed as the SET that it is, sent with the tag of the field [0]
  const signature = sign('sha256', der(SET, ...attributes), key)
  const signer = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    issuerAndSerial(certificate),
    SHA256,
    der(0xa0, ...attributes),
    RSA,
    der(OCTETS, signature),
  )
  const signedData = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    der(SET, SHA256),
    der(SEQUENCE, DATA, der(0xa0, der(OCTETS, content))),
    der(0xa0, certificate),
    der(SET, signer),
  )
  return der(SEQUENCE, SIGNED_DATA, der(0xa0, signedData))
}

const attribute = (name: Buffer, value: Buffer): Buffer => der(SEQUENCE, name, der(SET, value))

/** 'YYMMDDHHMMSSZ' */
const utcTime = (now: Date): Buffer =>
  der(UTC_TIME, Buffer.from(`${now.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`))

/** Both fields copied byte for byte from the certificate: encoded again, a name might differ. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const tbs = children(children(certificate)[0] ?? Buffer.alloc(0))
  const hasVersion = tbs[0]?.[0] === 0xa0
  const [serial, , issuer] = hasVersion ? tbs.slice(1) : tbs
  if (!serial || !issuer) throw new Error('The certificate is not one.')
  return der(SEQUENCE, issuer, serial)
}
