// Answers to a call from ARCA, or from a server in its place, over a real socket.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SoapFault, soapCall } from './arca-http.ts'
import { element, envelope, MAX_XML, SOAP, textAt } from './arca-xml.ts'
import { FiscalDown } from './port.ts'

const OURS = 'http://ar.gov.afip.dif.FEV1/'
let answer = ''
let status = 200
let url = ''
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' })
  response.end(answer)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address === 'object') url = `http://127.0.0.1:${address?.port}/`
})
afterAll(() => server.close())

const ask = (text: string, code = 200) => {
  answer = text
  status = code
  return soapCall(url, { action: '', body: element('a', 1), timeoutMs: 20_000, namespace: OURS })
}
const soap = (body: string, uri: string = SOAP) =>
  `<s:Envelope xmlns:s="${uri}"><s:Body>${body}</s:Body></s:Envelope>`
const GOOD = `<dummy xmlns="${OURS}"><x>OK</x></dummy>`

test('an answer of the service is read, whatever the prefix', async () => {
  expect(textAt((await ask(soap(GOOD))).body, 'x')).toBe('OK')
  expect(textAt((await ask(soap(`<q:dummy xmlns:q="${OURS}"><q:x>OK</q:x></q:dummy>`))).body, 'x')).toBe('OK')
})

test('a fault is an answer, with its code without the prefix', async () => {
  const fault = '<s:Fault><faultcode>ns1:coe.notAuthorized</faultcode><faultstring>No</faultstring></s:Fault>'
  const error = await ask(soap(fault), 500).catch((error) => error)
  expect(error).toBeInstanceOf(SoapFault)
  expect(error).toMatchObject({ code: 'coe.notAuthorized', message: 'No' })
})

const WHOLE = soap(GOOD)
const HOSTILE: [string, string][] = [
  ['nothing', ''],
  ['an envelope of another namespace', soap(GOOD, 'http://www.w3.org/2003/05/soap-envelope')],
  ['an envelope of none', `<Envelope><Body>${GOOD}</Body></Envelope>`],
  ['an answer of another service', soap('<dummy xmlns="http://otro/"><x>OK</x></dummy>')],
  ['a fault of another namespace', soap('<Fault xmlns="http://otro/"><faultcode>a</faultcode></Fault>')],
  ['no body', `<s:Envelope xmlns:s="${SOAP}"><s:Header/></s:Envelope>`],
  ['an empty body', soap('')],
  ['half of it', WHOLE.slice(0, WHOLE.length / 2)],
  ['all but its last character', WHOLE.slice(0, -1)],
  ['two of them', WHOLE + WHOLE],
  ['a DTD', `<!DOCTYPE a [<!ENTITY x "y">]>${soap(`<dummy xmlns="${OURS}"><x>&x;</x></dummy>`)}`],
  ['more than is read', soap(`<dummy xmlns="${OURS}"><x>${'x'.repeat(MAX_XML)}</x></dummy>`)],
  ['a name of 64 KB', soap(`<${'n'.repeat(65_536)} xmlns="${OURS}"/>`)],
  ['a page', '<!DOCTYPE html><html><body><h1>Sitio en mantenimiento</h1></body></html>'],
]
test.each(HOSTILE)('is an outage: %s', async (_, text) => {
  await expect(ask(text)).rejects.toBeInstanceOf(FiscalDown)
})

test('is an outage: an answer with another status', async () => {
  await expect(ask(envelope(element('dummy', 1, OURS)), 503)).rejects.toBeInstanceOf(FiscalDown)
})
