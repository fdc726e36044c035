import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../../e2e/support/shop.ts'
import { rssMb } from '../support/memory.ts'
import { latencies } from '../support/probe.ts'
import { atMost, median, note, percentile, type Row } from '../support/rows.ts'

export const name = 'Login storm: 50 in flight'
const IN_FLIGHT = 50
const STORM_MS = 6_000
const ROUNDS = 5
const PASSWORD = 'Tinta-y-papel-26'

/** Logins of 60 accounts go on, 50 at any time, for some seconds; meanwhile another client makes light calls. */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  try {
    const emails = await accounts(shop.url)
    // One storm is not measured: a fresh process loads and compiles code in it
    await watched(shop.procesos[0], storm(shop.url, emails, STORM_MS))
    await sleep(1_000)
    const idle: number[] = []
    const busy: number[] = []
    const perSecond: number[] = []
    const above: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const atRest = await watched(shop.procesos[0], sleep(STORM_MS / 2))
      const going = storm(shop.url, emails, STORM_MS)
      const inStorm = await watched(shop.procesos[0], going)
      idle.push(...atRest.times)
      busy.push(...inStorm.times)
      perSecond.push((await going) / (STORM_MS / 1000))
      above.push(Math.max(...inStorm.memory) - median(atRest.memory))
      await sleep(1_000)
    }
    return [
      note('logins', median(perSecond), '/s'),
      note('light call, p99 idle', percentile(idle, 0.99), 'ms'),
      note('light call, p99 meanwhile', percentile(busy, 0.99), 'ms'),
      atMost('light call, p99 meanwhile as a multiple', percentile(busy, 0.99) / percentile(idle, 0.99), 2.5),
      // V8 lets garbage pile up and then takes it all: one round may begin anywhere on that slope
      atMost('server memory above rest, median of the rounds', median(above), 30, 'MB'),
      note('the same, worst round', Math.max(...above), 'MB'),
    ]
  } finally {
    await shop.remove()
  }
}

/** How long the light call takes, and how much memory the server holds, until `meanwhile` ends. */
async function watched(shop: { url: string; pid: number }, meanwhile: Promise<unknown>) {
  const memory: number[] = []
  const sampler = setInterval(() => memory.push(rssMb(shop.pid)), 10)
  const times = await latencies(`${shop.url}/api/get_config_delivery/`, meanwhile)
  clearInterval(sampler)
  return { times, memory }
}

/** Makes active accounts as customers do: by registration and the mail's link. */
async function accounts(url: string): Promise<string[]> {
  const emails = Array.from({ length: 60 }, (_, index) => `tormenta${index}@example.com`)
  for (const email of emails) {
    const form = {
      email,
      nombre: 'Ana',
      celular: '3865412233',
      fecha_nacimiento: '1990-05-17',
      password: PASSWORD,
    }
    await need(201, post(url, '/api/clientes/', form))
    const mails = await fetch(`${url}/dev/correo?para=${email}`, { headers: { accept: 'application/json' } })
    const [, token] = /activar\/([\w-]+)/.exec(await mails.text()) ?? []
    await need(200, fetch(`${url}/api/clientes/activar/${token}/`))
  }
  return emails
}

/** @returns how many got in */
async function storm(url: string, emails: string[], ms: number): Promise<number> {
  const until = performance.now() + ms
  let done = 0
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, index) => {
      for (let turn = 0; performance.now() < until; turn++) {
        const email = emails[(index + turn * 7) % emails.length]
        await need(200, post(url, '/api/auth/login/', { email, password: PASSWORD }))
        done++
      }
    }),
  )
  return done
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function need(status: number, answer: Promise<Response>): Promise<void> {
  const response = await answer
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.status} ${text}`)
}
