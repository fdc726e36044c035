// Over a socket: the data that an agent must send of itself, and how certificates of printers are kept.
import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { printShop } from '../../testing/printing.ts'
import { listen } from '../../testing/socket.ts'

const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string]
const URI = 'ipps://10.0.0.9/ipp/print'

async function openPrintShop() {
  const shop = await printShop()
  const url = await listen(shop.app)
  const ask = async (path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const tell = (id: number, huella: string | null, { uri = URI } = {}) =>
    ask('/api/agente/informe', shop.as(shop.alberdi), {
      informes: [],
      vivos: [],
      impresoras: [
        {
          id,
          anda: true,
          texto: 'Lista',
          aviso: null,
          perfil: null,
          certificado: huella && { uri, huella },
        },
      ],
    })
  const seen = async (id: number) => {
    const { body } = await ask('/api/mostrador/impresoras', shop.owner)
    const found = (body.impresoras as Impresora[]).find((one) => one.id === id)
    return [found?.huella, found?.huella_vista]
  }
  const accept = (id: number, huella: string) =>
    ask(`/api/mostrador/impresoras/${id}/huella`, shop.owner, { huella })
  return { ...shop, ask, seen, accept, told: tell }
}

describe('an agent’s token', () => {
  it('is refused without the id of its folder, or with an invalid one', async () => {
    const shop = await openPrintShop()
    const { authorization } = shop.as(shop.alberdi)
    expect((await shop.ask('/api/agente/tareas', shop.as(shop.alberdi))).status).toBe(200)
    for (const instancia of [null, '', '../../etc/passwd']) {
      const headers = { authorization, ...(instancia !== null && { 'x-agente-instancia': instancia }) }
      expect(await shop.ask('/api/agente/tareas', headers)).toEqual({
        status: 400,
        body: { detail: 'El agente no dice desde qué computadora llama: actualizalo.' },
      })
    }
    const other = { authorization, 'x-agente-instancia': 'otra-computadora' }
    expect((await shop.ask('/api/agente/tareas', other)).status).toBe(409)
  })
})

describe('the certificate of an ipps:// printer', () => {
  it('is kept when it is first met; another one is shown until the owner accepts it', async () => {
    const shop = await openPrintShop()
    const { id } = await shop.printer('Ricoh', { uri: URI })
    await shop.told(id, null)
    expect(await shop.seen(id)).toEqual([null, null])
    await shop.told(id, ONE)
    expect(await shop.seen(id)).toEqual([ONE, null])
    await shop.told(id, TWO)
    expect(await shop.seen(id)).toEqual([ONE, TWO])

    // A certificate that the owner did not see is not accepted
    expect(await shop.accept(id, THREE)).toMatchObject({ status: 409 })
    await shop.told(id, THREE)
    expect(await shop.accept(id, TWO)).toMatchObject({ status: 409 })
    expect(await shop.accept(id, THREE)).toMatchObject({ status: 200, body: { huella: THREE } })
    expect(await shop.seen(id)).toEqual([THREE, null])
    expect((await shop.accept(id, THREE)).status).toBe(409)
    const { body } = await shop.ask('/api/mostrador/auditoria', shop.owner)
    expect(JSON.stringify(body)).toContain(THREE)
  })

  it('the kept one shown again clears the suspect one; another address starts anew', async () => {
    const shop = await openPrintShop()
    const { id } = await shop.printer('Ricoh', { uri: URI, huella: ONE.toUpperCase() })
    await shop.told(id, TWO)
    expect(await shop.seen(id)).toEqual([ONE, TWO])
    await shop.told(id, ONE)
    expect(await shop.seen(id)).toEqual([ONE, null])
    await shop.told(id, TWO)

    const uri = 'ipps://10.0.0.10/ipp/print'
    const patched = await shop.app.inject({
      method: 'PATCH',
      url: `/api/mostrador/impresoras/${id}`,
      headers: shop.owner,
      payload: { uri, huella: ONE },
    })
    expect(patched.json()).toMatchObject({ huella: null, huella_vista: null })
    await shop.told(id, TWO)
    expect(await shop.seen(id)).toEqual([null, null])
    await shop.told(id, THREE, { uri })
    expect(await shop.seen(id)).toEqual([THREE, null])
  })

  it('50 reports of agents at once keep the first certificate', async () => {
    const shop = await openPrintShop()
    const { id } = await shop.printer('Ricoh', { uri: URI })
    await Promise.all(Array.from({ length: 50 }, (_, i) => shop.told(id, i % 2 ? ONE : TWO)))
    const [kept] = await shop.seen(id)
    await shop.told(id, THREE)
    expect(await shop.seen(id)).toEqual([kept, THREE])
  })
})
