// How the agent reads the shop's answers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createServidor } from './servidor.ts'

const COMPUTADORA = { nombre: 'PC', sistema: 'Linux', version: '1', problema: null }
const RICOH = { uri: 'ipp://192.168.0.31:631/', nombre: 'Ricoh', modelo: '', perfil: null }

it('a printer that the shop refuses does not keep the computer from a new version', async () => {
  const told: unknown[] = []
  const shop = createServer(async (request, response) => {
    const body = Object(await json(request))
    told.push(body.encontradas)
    response.statusCode = body.encontradas.length > 0 ? 400 : 200
    response.end(JSON.stringify({ programa: '2' }))
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  onTestFinished(() => void shop.close())
  const address = shop.address()
  const port = typeof address === 'object' ? address?.port : 0
  const servidor = createServidor(`http://127.0.0.1:${port}`, 'llave', { documentos: '', instancia: 'una' })
  const version = await servidor.computadora({ computadora: COMPUTADORA, encontradas: [RICOH] })
  expect([version, told]).toEqual(['2', [[RICOH], []]])
})
