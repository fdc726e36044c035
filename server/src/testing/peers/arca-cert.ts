import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import {
  BITS,
  children,
  der,
  INTEGER,
  NULL,
  oid,
  SEQUENCE,
  SET,
  UTC_TIME,
  UTF8,
} from '../../base/services/fiscal/arca-der.ts'

const SHA256_RSA = der(SEQUENCE, oid('1.2.840.113549.1.1.11'), NULL)

export type Credentials = { cert: string; key: string }

/** A self-signed certificate in place of ARCA's: RSA 2048, the CUIT in its serialNumber. */
export function makeCredentials(cuit: string, ends = inAYear()): Credentials {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    cert: certificateOf(spki, privateKey, { cuit, ends }),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

const inAYear = (): Date => new Date(Date.now() + 365 * 86_400_000)

/**
 * The certificate for a request (PKCS #10, PEM). @throws if the request is not signed with the key that it
 * names
 */
export function issueCertificate(
  request: string,
  { cuit = '20123456786', ends = inAYear() }: { cuit?: string; ends?: Date } = {},
): string {
  const base64 = request.replace(/-----[^-]+-----/g, '')
  const [info = EMPTY, , signature = EMPTY] = children(Buffer.from(base64, 'base64'))
  const [, , spki = EMPTY] = children(info)
  const own = createPublicKey({ key: spki, type: 'spki', format: 'der' })
  // A BIT STRING: tag, length in three bytes, how many bits of the last byte do not count
  if (!verify('sha256', info, own, signature.subarray(5)))
    throw new Error('The request is not signed by its key.')
  return certificateOf(spki, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, { cuit, ends })
}

const EMPTY = Buffer.alloc(0)

function certificateOf(
  spki: Buffer,
  signer: KeyObject,
  { cuit, ends }: { cuit: string; ends: Date },
): string {
  const part = (type: string, text: string) =>
    der(SET, der(SEQUENCE, oid(type), der(UTF8, Buffer.from(text))))
  const name = der(
    SEQUENCE,
    part('2.5.4.10', 'ImprimiTodo Ñandú'),
    part('2.5.4.3', 'imprimitodo'),
    part('2.5.4.5', `CUIT ${cuit}`),
  )
  const time = (date: Date) =>
    der(UTC_TIME, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`))
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from('10203040506070', 'hex')),
    SHA256_RSA,
    name,
    der(SEQUENCE, time(new Date(Date.now() - 800 * 86_400_000)), time(ends)),
    name,
    spki,
  )
  const signature = der(BITS, Buffer.from([0]), sign('sha256', body, signer))
  const pem = der(SEQUENCE, body, SHA256_RSA, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return `-----BEGIN CERTIFICATE-----\n${pem?.join('\n')}\n-----END CERTIFICATE-----\n`
}
