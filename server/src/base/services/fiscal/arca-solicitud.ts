// The certificate for ARCA: the key, which is made here and never leaves this installation, the request that
// the owner takes to ARCA, and possible faults of the certificate that ARCA gave for it.
import { createPrivateKey, createPublicKey, generateKeyPair, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { BITS, der, INTEGER, NULL, oid, PRINTABLE, SEQUENCE, SET, UTF8 } from './arca-der.ts'

const SHA256_RSA = der(SEQUENCE, oid('1.2.840.113549.1.1.11'), NULL)
const ALIAS = 'imprimitodo'
const NO_ATTRIBUTES = der(0xa0)

/** RSA 2048, PEM. */
export async function makeArcaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

/** PKCS #10 (RFC 2986), PEM, with the subject that ARCA wants: the CUIT as its serial number. */
export function requestCertificate(
  key: string,
  { cuit, razonSocial }: { cuit: string; razonSocial: string },
): string {
  const name = der(
    SEQUENCE,
    part('2.5.4.6', PRINTABLE, 'AR'),
    part('2.5.4.10', UTF8, razonSocial),
    part('2.5.4.3', UTF8, ALIAS),
    part('2.5.4.5', PRINTABLE, `CUIT ${cuit}`),
  )
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' })
  const info = der(SEQUENCE, der(INTEGER, Buffer.from([0])), name, publicKey, NO_ATTRIBUTES)
  const request = der(SEQUENCE, info, SHA256_RSA, der(BITS, Buffer.from([0]), sign('sha256', info, key)))
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}

const part = (type: string, tag: number, text: string): Buffer =>
  der(SET, der(SEQUENCE, oid(type), der(tag, Buffer.from(text))))

/** Null, or why it cannot be used, and what to do. `key`: made here; undefined: no request was ever made. */
export function certificateProblem(
  text: string,
  { key, cuit, now }: { key: string | undefined; cuit: string; now: Date },
): string | null {
  if (text.includes('BEGIN CERTIFICATE REQUEST'))
    return 'Esa es la solicitud, que se sube a ARCA. Acá va el certificado que ARCA devuelve.'
  const certificate = readCertificate(text)
  if (!certificate)
    return 'Eso no es un certificado: es el archivo .crt que da ARCA cuando le subís la solicitud.'
  if (!key || !certificate.checkPrivateKey(createPrivateKey(key)))
    return 'Es de otra solicitud. Bajá la solicitud de acá, subila a ARCA y cargá el certificado que te dé.'
  const of = cuitOf(certificate)
  if (of !== cuit)
    return `${of ? `Es del CUIT ${of}` : 'No dice de qué CUIT es'}, y acá dice ${cuit}: pedilo con el mismo CUIT.`
  if (certificate.validToDate < now)
    return `Venció el ${formatDay(certificate.validToDate)}: subí la solicitud a ARCA otra vez y cargá el nuevo.`
  return null
}

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

/** ARCA writes the CUIT into the subject of each certificate. */
const cuitOf = ({ subject }: X509Certificate): string | null =>
  /^serialNumber=CUIT (\d{11})$/m.exec(subject)?.[1] ?? null
