import { spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'

/** A certificate that signs itself, as printers make them. `huella`: its sha256, hex. */
export function makeCertificado(): { cert: string; key: string; huella: string } {
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=impresora',
    '-days',
    '30',
    '-keyout',
    '-',
    '-out',
    '-',
  ])
  const text = String(made.stdout)
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[\\s\\S]+?-----END ${name}-----\\n`).exec(text)?.[0] ?? ''
  const [cert, key] = [part('CERTIFICATE'), part('PRIVATE KEY')]
  const { raw } = new X509Certificate(cert)
  return { cert, key, huella: createHash('sha256').update(raw).digest('hex') }
}
