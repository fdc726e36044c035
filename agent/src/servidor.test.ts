// How the agent reads the shop's answers.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { isOutOfSpace } from './disk.ts'
import { createServidor } from './servidor.ts'
import { canMount, mountDisk } from './testing/mount.ts'

const COMPUTADORA = { nombre: 'PC', sistema: 'Linux', version: '1', problema: null }
const RICOH = { uri: 'ipp://192.168.0.31:631/', nombre: 'Ricoh', modelo: '', perfil: null }

async function startShop(answer: RequestListener): Promise<string> {
  const shop = createServer(answer).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  onTestFinished(() => void shop.close())
  const address = shop.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

it('a printer that the shop refuses does not keep the computer from a new version', async () => {
  const told: unknown[] = []
  const shop = await startShop(async (request, response) => {
    const body = Object(await json(request))
    told.push(body.encontradas)
    response.statusCode = body.encontradas.length > 0 ? 400 : 200
    response.end(JSON.stringify({ programa: '2' }))
  })
  const servidor = createServidor(shop, 'llave', { documentos: '', instancia: 'una' })
  const version = await servidor.computadora({ computadora: COMPUTADORA, encontradas: [RICOH] })
  expect([version, told]).toEqual(['2', [[RICOH], []]])
})

it.skipIf(!canMount)(
  'a document for which the disk has no room leaves its room to the others',
  async ({ skip }) => {
    const documentos = mkdtempSync(join(tmpdir(), 'agente-'))
    onTestFinished(() => rmSync(documentos, { recursive: true, force: true }))
    if (!mountDisk(documentos, '3m')) return skip()
    const documents = [5, 1].map((megabytes) => {
      const content = randomBytes(megabytes * 1024 ** 2)
      return { content, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    })
    const shop = await startShop((request, response) => {
      const asked = documents.find(({ sha256 }) => request.url?.endsWith(sha256))
      response.end(asked?.content)
    })
    const { documento } = createServidor(shop, 'llave', { documentos, instancia: 'una' })
    const [large, small] = documents
    if (!large || !small) throw new Error('There are two documents.')
    const told = await documento(large).catch((error: unknown) => error)
    expect([isOutOfSpace(told), readdirSync(documentos)]).toEqual([true, []])
    // Announced as smaller than it is: the disk fills while it comes
    const filled = await documento({ ...large, bytes: 1 }).catch((error: unknown) => error)
    expect([isOutOfSpace(filled), readdirSync(documentos)]).toEqual([true, []])
    await documento(small)
    expect(readdirSync(documentos)).toEqual([`${small.sha256}.pdf`])
  },
)

it.skipIf(!canMount)(
  'a file system that does not say how much room it has is not taken for a full one',
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'agente-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    if (!mountDisk(folder, null)) return skip()
    const content = randomBytes(1000)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const shop = await startShop((_, response) => void response.end(content))
    const { documento } = createServidor(shop, 'llave', { documentos: folder, instancia: 'una' })
    await documento({ bytes: content.length, sha256 })
    expect(readdirSync(folder)).toEqual([`${sha256}.pdf`])
  },
)
