// The server's side of AWS Signature Version 4, from its description
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), not from any client's code.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Refusal } from './refusal.ts'

export type Keys = { key: string; secret: string; region: string }

const MAX_SKEW_MS = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hash that the payload must have, or null where the caller left it unsigned. @throws S3Refusal */
export function verifySignature(request: IncomingMessage, { key, secret, region }: Keys): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!found) throw new S3Refusal(403, 'AccessDenied')
  const [, credential = '', signedHeaders = '', signature = ''] = found
  const [id, day = '', place = '', service = ''] = credential.split('/')
  if (id !== key) throw new S3Refusal(403, 'InvalidAccessKeyId')
  const stamp = header(request, 'x-amz-date')
  const when = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - when) < MAX_SKEW_MS) || !stamp.startsWith(day))
    throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const names = signedHeaders.split(';')
  if (!names.includes('host') || place !== region || service !== 's3')
    throw new S3Refusal(403, 'SignatureDoesNotMatch')

  const payload = header(request, 'x-amz-content-sha256')
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const dayKey = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  const expected = hmac(dayKey, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n'))
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
  if (payload.startsWith('STREAMING-')) throw new S3Refusal(501, 'NotImplemented')
  return payload === 'UNSIGNED-PAYLOAD' ? null : payload
}

const header = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '')
