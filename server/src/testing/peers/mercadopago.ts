import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signNotification } from '../../base/services/payments/signature.ts'
import { COLLECTOR, createBooks, type FakePayment, Refused, stamp } from './mercadopago-books.ts'

export const TOKEN = 'APP_USR-loopback-token-1234567890'
export const SECRET = 'loopback-webhook-secret-0987654321'

/**
 * How one call fails. A number: that status, and nothing is done. `lost`: done, and the connection ends
 * before the answer. `broken`: done, and the answer is half of its JSON. `late`: the connection ends, and it is
 * done once `catchUp` is called; until then a call with its key is told that it is not completed. `cut`,
 * `hang`, `html`: nothing is done.
 */
export type Mood = number | 'cut' | 'hang' | 'html' | 'lost' | 'broken' | 'late'

type Options = {
  /** Takes notifications instead of HTTP; returns the status. */
  deliver?: (url: URL, headers: Record<string, string>, body: string) => Promise<number>
  /** Notifies every change automatically, until the answer is 200. */
  tells?: boolean
}
type Seen = { call: string; headers: IncomingMessage['headers']; body: unknown }

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>

type Back = { id: string; status: string; external_reference: string; preference_id: string }

/** A refund in process is only shown to those who ask for such refunds; to others the call failed. */
function shownRefund(headers: IncomingMessage['headers'], refund: object): object {
  if (headers['x-render-in-process-refunds'] !== 'true' && JSON.stringify(refund).includes('in_process'))
    throw new Refused(400, 'bad_request', 'The refund is in process')
  return refund
}

/** The query with which the buyer's browser comes back. */
const wayBack = ({ id, status, external_reference, preference_id }: Back): string =>
  new URLSearchParams({
    collection_id: id,
    payment_id: id,
    status,
    collection_status: status,
    external_reference,
    preference_id,
    site_id: 'MLA',
  }).toString()

const notificationOf = (payment: string, own: string): string =>
  JSON.stringify({
    id: own,
    live_mode: true,
    type: 'payment',
    action: 'payment.updated',
    api_version: 'v1',
    date_created: stamp(Date.now()),
    user_id: COLLECTOR,
    data: { id: payment },
  })

/** The `late` calls, by their keys. */
function createLate() {
  const works = new Map<string, () => void>()
  const keyOf = ({ headers }: IncomingMessage) => String(headers['x-idempotency-key'])
  return {
    put: (request: IncomingMessage, work: () => void) => void works.set(keyOf(request), work),
    check(request: IncomingMessage): void {
      if (works.has(keyOf(request)))
        throw new Refused(409, 'Conflict', 'The process has not been completed yet. Try again later.')
    },
    catchUp(): void {
      for (const work of works.values()) work()
      works.clear()
    },
  }
}

/** Mercado Pago on loopback: real HTTP, books of its own, a checkout page, and failures on command. */
export async function startMercadoPago({ deliver = post, tells = false }: Options = {}) {
  const books = createBooks()
  const seen: Seen[] = []
  /** The next calls that match fail in this way, each once. */
  const moods: { at: RegExp; mood: Mood; headers?: Record<string, string> }[] = []
  const chance: { mood?: (call: string) => Mood | undefined; lag?: () => boolean } = {}
  const hanging = new Set<ServerResponse>()
  const late = createLate()

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!(error instanceof Refused)) return response.destroy(error)
      send(response, error.status, error.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const call = `${request.method} ${pathname.replace(/\/$/, '')}`
    const text = await read(request)
    if (pathname.startsWith('/checkout/v1/'))
      return checkout(call, searchParams, new URLSearchParams(text), response)
    seen.push({ call, headers: request.headers, body: text && JSON.parse(text) })
    const index = moods.findIndex(({ at }) => at.test(call))
    const [next] = index < 0 ? [] : moods.splice(index, 1)
    const mood = next?.mood ?? chance.mood?.(call)
    if (typeof mood === 'number')
      return send(response, mood, { message: 'not now', error: 'trouble' }, next?.headers)
    if (mood === 'late') late.put(request, () => void route(request, call, searchParams, text))
    if (mood === 'late' || mood === 'cut') return void request.socket.destroy()
    if (mood === 'hang') return void hanging.add(response)
    if (mood === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Ups</h1>')
    late.check(request)
    const { status, body } = route(request, call, searchParams, text)
    if (mood === 'lost') return void request.socket.destroy()
    if (mood === 'broken') return sendHalf(response, status, body)
    send(response, status, body)
  }

  function route(
    { headers }: IncomingMessage,
    call: string,
    query: URLSearchParams,
    text: string,
  ): { status: number; body: object } {
    if (headers.authorization !== `Bearer ${TOKEN}`) throw new Refused(401, 'unauthorized')
    if (text && headers['content-type'] !== 'application/json')
      throw new Refused(415, 'unsupported_media_type')
    const body: unknown = text ? JSON.parse(text) : undefined
    const key = headers['x-idempotency-key']
    const idempotency = Array.isArray(key) ? undefined : key
    const id = decodeURIComponent(
      /^\w+ \/(?:checkout\/preferences|v1\/payments)\/([^/]+)/.exec(call)?.[1] ?? '',
    )
    const refund = /^POST \/v1\/payments\/[^/]+\/refunds$/
    const refunds = /^GET \/v1\/payments\/[^/]+\/refunds$/
    const refundId = /^GET \/v1\/payments\/[^/]+\/refunds\/([^/]+)$/.exec(call)?.[1]
    if (call === 'GET /users/me')
      return {
        status: 200,
        body: { id: COLLECTOR, nickname: 'IMPRIMITODO', site_id: 'MLA', tags: ['test_user'] },
      }
    if (call === 'POST /checkout/preferences')
      return { status: 201, body: books.createPreference(body, idempotency, url) }
    if (call === 'GET /v1/payments/search') return { status: 200, body: books.search(query) }
    if (refund.test(call)) {
      const made = books.refund(id, body, idempotency)
      if (tells) void tell(id)
      return { status: 201, body: shownRefund(headers, made) }
    }
    if (refunds.test(call)) return { status: 200, body: shownRefund(headers, books.refundsOf(id)) }
    if (refundId) return { status: 200, body: shownRefund(headers, books.readRefund(id, refundId)) }
    if (call.startsWith('PUT /checkout/preferences/'))
      return { status: 200, body: books.changePreference(id, body) }
    if (call.startsWith('PUT /v1/payments/')) return { status: 200, body: books.cancel(id, body) }
    if (call.startsWith('GET /v1/payments/')) {
      const payment = books.need(id)
      const before = chance.lag?.() ? books.payments.get(id)?.at(-2) : undefined
      return { status: 200, body: before ?? payment }
    }
    throw new Refused(404, 'not_found', call)
  }

  /** The buyer's page: a button for each outcome, and the way back. */
  function checkout(
    call: string,
    query: URLSearchParams,
    form: URLSearchParams,
    response: ServerResponse,
  ): void {
    const id = query.get('pref_id') ?? ''
    const preference = books.needPreference(id)
    const [{ title, unit_price } = { title: '', unit_price: 0 }] = preference.items as {
      title: string
      unit_price: number
    }[]
    if (call.startsWith('GET')) {
      const buttons = ['approved', 'rejected', 'in_process', 'pending']
        .map((status) => `<button name="status" value="${status}">${status}</button>`)
        .join(' ')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(
        `<!doctype html><title>Mercado Pago</title><h1>${title}</h1><p>$ ${unit_price}</p><form method="post">${buttons}</form>`,
      )
    }
    const status = form.get('status') ?? 'rejected'
    const isCash = status === 'pending'
    const payment = books.pay(id, {
      status,
      ...(isCash && {
        payment_method_id: 'rapipago',
        barcode: { content: '3335008800000000373920421261251600012345' },
        transaction_details: { external_resource_url: `${url}/checkout/v1/redirect?pref_id=${id}` },
      }),
    })
    if (tells) void tell(String(payment.id))
    const back = new URL(String((preference.back_urls as { success: string }).success))
    const { external_reference } = preference
    back.search = wayBack({ id: String(payment.id), status, external_reference, preference_id: id })
    response.writeHead(302, { location: back.href }).end()
  }

  /** Sends a notification to the address of the panel or the preference, signed. @returns the status */
  async function notify(id: string, { secret = SECRET, own = randomUUID() as string } = {}): Promise<number> {
    const payment = books.need(id)
    const to = [...books.preferences.values()].find(
      ({ external_reference }) => external_reference === payment.external_reference,
    )?.notification_url
    const address = new URL(String(to ?? 'http://localhost:3000/api/pagos/mercadopago'))
    address.searchParams.set('data.id', id)
    address.searchParams.set('type', 'payment')
    const requestId = randomUUID()
    const headers = {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': signNotification(secret, id, requestId, Date.now()),
    }
    return deliver(address, headers, notificationOf(id, own))
  }

  async function tell(id: string): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      if ((await notify(id).catch(() => 0)) === 200) return
      await sleep(500)
    }
  }

  return {
    url,
    books,
    seen,
    moods,
    chance,
    notify,
    catchUp: late.catchUp,
    /** All its payments for one reference, the newest state of each. */
    of: (reference: string): FakePayment[] =>
      [...books.payments.keys()]
        .flatMap((id) => books.last(id) ?? [])
        .filter(({ external_reference }) => external_reference === reference),
    close: async () => {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function post(url: URL, headers: Record<string, string>, body: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) })
  await answer.arrayBuffer()
  return answer.status
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function sendHalf(response: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json.slice(0, json.length / 2))
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}
