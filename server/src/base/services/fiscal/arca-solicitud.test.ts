import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { issueCertificate, makeCredentials } from '../../../testing/peers/arca-cert.ts'
import { certificateProblem, makeArcaKey, requestCertificate } from './arca-solicitud.ts'

const CUIT = '20123456786'
const DAY_MS = 86_400_000
const now = new Date()
const key = await makeArcaKey()
const solicitud = requestCertificate(key, { cuit: CUIT, razonSocial: 'Ñandú Copias SRL' })
const problem = (text: string, change: { key?: string | undefined; cuit?: string } = {}) =>
  certificateProblem(text, { key, cuit: CUIT, now, ...change })

test('a request is signed by the key of its own, and says the CUIT as ARCA wants it', () => {
  const read = spawnSync(
    'openssl',
    ['req', '-verify', '-noout', '-subject', '-nameopt', 'RFC2253,utf8,-esc_msb'],
    {
      input: solicitud,
    },
  )
  if (read.error)
    return console.warn('openssl is not installed: the request was judged by our own reader alone')
  expect(read.status, read.stderr.toString()).toBe(0)
  expect(read.stdout.toString().trim()).toBe(
    `subject=serialNumber=CUIT ${CUIT},CN=imprimitodo,O=Ñandú Copias SRL,C=AR`,
  )
})

test('the certificate that was given for it serves, also with text around it', () => {
  const cert = issueCertificate(solicitud)
  expect(problem(cert)).toBeNull()
  expect(problem(`Bag Attributes\r\n${cert.replaceAll('\n', '\r\n')}`)).toBeNull()
})

test.each([
  ['one of another key', makeCredentials(CUIT).cert, /^Es de otra solicitud\. Bajá la solicitud de acá/],
  [
    'one of another CUIT',
    issueCertificate(solicitud, { cuit: '30500010912' }),
    /^Es del CUIT 30500010912, y acá dice 20123456786/,
  ],
  [
    'one that has expired',
    issueCertificate(solicitud, { ends: new Date(now.getTime() - DAY_MS) }),
    /^Venció el \d\d\/\d\d\/\d{4}: subí la solicitud/,
  ],
  ['the request itself', solicitud, /^Esa es la solicitud, que se sube a ARCA/],
  ['a key', key, /^Eso no es un certificado/],
  ['a word', 'hola', /^Eso no es un certificado/],
  ['noise', '\0ÿ'.repeat(8_000), /^Eso no es un certificado/],
  ['half of one', issueCertificate(solicitud).slice(0, 400), /^Eso no es un certificado/],
])('%s does not, and the owner reads what to do', (_, text, expected) => {
  expect(problem(text)).toMatch(expected)
})

test('before a request was made no certificate serves', () => {
  expect(problem(makeCredentials(CUIT).cert, { key: undefined })).toMatch(/^Es de otra solicitud/)
})
