import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import type { Mail } from '../../base/services/mail/port.ts'
import { createSmtp } from '../../base/services/mail/smtp.ts'
import { endConnections } from '../../testing/database.ts'
import { delayJob, dueJobs } from '../../testing/jobs.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { startOddSmtp, startSmtp } from '../../testing/peers/smtp.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { endCorreos, sendCorreo, sendInTurn, sendOrWait } from './jobs.ts'
import { forgetMails } from './limpieza.ts'
import { queueCorreo, withdrawCorreo } from './service.ts'
import { listCorreos } from './store.ts'

const correo = (clave: string, change: object = {}) => ({
  clave,
  para: 'Ana@Example.com',
  asunto: 'Hola «Ana»',
  texto: 'Qué tal',
  html: '<p>Qué tal</p>',
  ...change,
})

/** A mailer that sends slowly and fails the first `failures` times. */
function slowMailer(failures = 0) {
  const sent: Mail[] = []
  let left = failures
  return {
    sent,
    left: () => Math.max(0, left),
    kind: 'smtp' as const,
    probe: async () => ({ ok: true, detail: '' }),
    async send(mail: Mail) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (left-- > 0) throw new Error('451 try again')
      sent.push(mail)
    },
  }
}

describe('a mail', () => {
  test('is sent once, however often it is queued, and by its key', async () => {
    const mailer = slowMailer()
    const { deps, db } = await testShop({ mailer })
    await Promise.all(
      Array.from({ length: 20 }, () => db.transaction((tx) => queueCorreo(tx, deps, correo('pagado:1')))),
    )
    await db.transaction((tx) => queueCorreo(tx, deps, correo('listo:1', { asunto: 'Listo' })))
    const all = await eventually(
      () => listCorreos(db, undefined),
      (list) => list.length === 2 && list.every(({ enviado }) => enviado),
    )
    expect(mailer.sent.map(({ subject }) => subject).toSorted()).toEqual(['Hola «Ana»', 'Listo'])
    expect(mailer.sent[0]).toMatchObject({ to: 'Ana@Example.com', text: 'Qué tal', html: '<p>Qué tal</p>' })
    expect(all).toHaveLength(2)
  })

  test('that was queued by a transaction that rolled back was never there', async () => {
    const { deps, db } = await testShop()
    const attempt = db.transaction(async (tx) => {
      await queueCorreo(tx, deps, correo('x'))
      throw new Error('no')
    })
    await expect(attempt).rejects.toThrow('no')
    expect(await listCorreos(db, undefined)).toEqual([])
    await db.transaction((tx) => queueCorreo(tx, deps, correo('x')))
    await eventually(
      () => listCorreos(db, undefined),
      (list) => list[0]?.enviado != null,
    )
  })

  test('of an order leaves after mails that were queued before it; a refused one keeps it back for a quarter of an hour', async () => {
    let isAway = true
    const sent: string[] = []
    const refused = new Set<string>(['Pagado'])
    const mailer = {
      ...slowMailer(),
      send: async ({ subject }: Mail) => {
        if (isAway || refused.has(subject)) throw new Error('451 try again')
        sent.push(subject)
      },
    }
    const { deps, db, clock } = await testShop({ mailer })
    deps.jobs.send = async () => {} // the test runs them
    const queue = async (clave: string, change: object) => {
      await db.transaction((tx) => queueCorreo(tx, deps, correo(clave, change)))
      const [made] = await listCorreos(db, undefined)
      return () => sendInTurn(deps, made?.id ?? 0)
    }
    await queue('pagado:a', { asunto: 'Pagado', avisa: 'a' })
    const other = await queue('pagado:b', { asunto: 'De otro', avisa: 'b' })
    const ready = await queue('listo:a', { asunto: 'Listo', avisa: 'a' })
    await expect(ready()).rejects.toThrow('451')
    isAway = false
    clock.offsetMs = 14 * 60_000
    await expect(ready()).rejects.toThrow('451') // the one before it may still be sent first
    await other()
    expect(sent).toEqual(['De otro'])
    clock.offsetMs = 16 * 60_000
    await ready()
    expect(sent).toEqual(['De otro', 'Listo'])
    refused.clear()
    const cancelled = await queue('cancelado:a', { asunto: 'Cancelado', avisa: 'a' })
    clock.offsetMs = 5 * 3600_000 // the outage lasted hours: earlier mails still leave first
    await cancelled()
    expect(sent).toEqual(['De otro', 'Listo', 'Pagado', 'Cancelado'])
  })

  test('of an order waits for the mail before it while a server is just taking that', async () => {
    const [taking, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sent: string[] = []
    const mailer = {
      ...slowMailer(),
      send: async ({ subject }: Mail) => {
        taking.resolve()
        await taken.promise
        sent.push(subject)
      },
    }
    const { deps, db, clock } = await testShop({ mailer })
    deps.jobs.send = async () => {} // the test runs them
    for (const asunto of ['Pagado', 'Listo'])
      await db.transaction((tx) => queueCorreo(tx, deps, correo(asunto, { asunto, avisa: 'a' })))
    const [listo, pagado] = await listCorreos(db, undefined)
    const first = sendInTurn(deps, pagado?.id ?? 0)
    await taking.promise
    clock.offsetMs = 3600_000
    await expect(sendInTurn(deps, listo?.id ?? 0)).rejects.toThrow()
    taken.resolve()
    await first
    await sendInTurn(deps, listo?.id ?? 0)
    expect(sent).toEqual(['Pagado', 'Listo'])
  })

  test('that its server never answers keeps no mail of others back', async () => {
    const [taking, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sent: string[] = []
    const mailer = {
      ...slowMailer(),
      send: async ({ subject }: Mail) => {
        if (subject === 'Sin respuesta') {
          taking.resolve()
          await taken.promise
        }
        sent.push(subject)
      },
    }
    const { deps, db } = await testShop({ mailer })
    onTestFinished(() => taken.resolve())
    const queue = (asunto: string) =>
      db.transaction((tx) => queueCorreo(tx, deps, correo(asunto, { asunto })))
    await queue('Sin respuesta')
    await taking.promise
    for (const asunto of ['Uno', 'Otro']) await queue(asunto)
    await eventually(
      async () => sent.toSorted().join(),
      (subjects) => subjects === 'Otro,Uno',
    )
  })

  test('waits while its domain keeps two others unanswered, so that one silent domain never stops the queue', async () => {
    const silent = Promise.withResolvers<void>()
    const begun: string[] = []
    const mailer = {
      ...slowMailer(),
      send: async ({ to }: Mail) => {
        begun.push(to)
        if (to.toLowerCase().endsWith('silent.example')) await silent.promise
      },
    }
    const { deps, db, clock } = await testShop({ mailer })
    onTestFinished(() => silent.resolve())
    const queue = (para: string) => db.transaction((tx) => queueCorreo(tx, deps, correo(para, { para })))
    for (const para of ['a@silent.example', 'b@silent.example']) await queue(para)
    await expect.poll(() => begun.length).toBe(2)
    clock.offsetMs = 31_000
    for (const one of ['c', 'd', 'e', 'f', 'g']) await queue(`${one}@Silent.example`)
    await queue('ana@example.com')
    await expect.poll(() => begun).toContain('ana@example.com')
    expect(begun.toSorted()).toEqual(['a@silent.example', 'ana@example.com', 'b@silent.example'])
    // The others look again in half a minute
    await eventually(
      () => dueJobs(db, ['correo'], new Date(Date.now() + 31_000)),
      (due) => due.length === 5,
    )
    silent.resolve()
    for (const { id } of await dueJobs(db, ['correo'], new Date(Date.now() + 31_000)))
      await delayJob(db, id, new Date())
    await expect.poll(() => begun.length).toBe(8)
  })

  test('that fails is tried again after a minute', async () => {
    const mailer = slowMailer(1)
    const { deps, db } = await testShop({ mailer })
    await db.transaction((tx) => queueCorreo(tx, deps, correo('x')))
    const failed = await eventually(
      () => dueJobs(db, ['correo'], new Date(Date.now() + 61_000)),
      ([job]) => job !== undefined && mailer.left() === 0,
    )
    expect(await dueJobs(db, ['correo'], new Date(Date.now() + 50_000))).toEqual([])
    await delayJob(db, failed[0]?.id ?? '', new Date())
    await eventually(
      async () => mailer.sent.length,
      (sent) => sent === 1,
    )
  })

  test('that a server perhaps took, since it ended without an answer, is tried again half an hour later, three times in all', async () => {
    const smtp = await startSmtp()
    const mailer = createSmtp(smtp.url, 'hola@imprimitodo.example')
    const { deps, db, clock } = await testShop({ mailer })
    const jobs = { ...deps.jobs, send: async () => {} } // no job: the test runs the worker
    const queue = async (clave: string) => {
      await db.transaction((tx) => queueCorreo(tx, { ...deps, jobs }, correo(clave, { avisa: 'a' })))
      return (await listCorreos(db, undefined))[0]?.id ?? 0
    }
    const id = await queue('pagado:a')
    for (const [minutes, attempts] of [
      [0, 1],
      [29, 1],
      [31, 2],
      [62, 3],
      [93, 3],
    ] as const) {
      clock.offsetMs = minutes * 60_000
      smtp.moods.splice(0, 1, { at: 'cut' })
      await sendInTurn(deps, id).catch(() => {})
      expect(smtp.attempts(), String(minutes)).toBe(attempts)
    }
    expect(await listCorreos(db, undefined)).toMatchObject([
      { enviado: null, motivo: 'El servidor no dijo si lo tomó.' },
    ])
    smtp.moods.splice(0)
  })

  test('that waits because a server perhaps took it keeps no later mail of its order back', async () => {
    const smtp = await startSmtp()
    const mailer = createSmtp(smtp.url, 'hola@imprimitodo.example')
    const { deps, db } = await testShop({ mailer })
    smtp.moods.push({ at: 'cut' })
    await db.transaction((tx) => queueCorreo(tx, deps, correo('pagado:a', { avisa: 'a' })))
    const [waiting] = await eventually(
      () => listCorreos(db, undefined),
      (all) => all[0]?.no_antes != null,
    )
    // Its job comes back in half an hour
    await eventually(
      () => dueJobs(db, ['correo'], new Date(Date.now() + 31 * 60_000)),
      (due) => due.length === 1,
    )
    expect(await dueJobs(db, ['correo'], new Date(Date.now() + 29 * 60_000))).toEqual([])
    await db.transaction((tx) => queueCorreo(tx, deps, correo('listo:a', { avisa: 'a', asunto: 'Listo' })))
    await eventually(
      async () => smtp.received.length,
      (received) => received === 1,
    )
    expect((await listCorreos(db, undefined)).find(({ id }) => id === waiting?.id)?.enviado).toBeNull()
  })

  test('that is withdrawn while a server is refusing it goes afterwards', async () => {
    const began = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<void>()
    const mailer = {
      ...slowMailer(),
      async send() {
        began.resolve()
        await refused.promise
        throw new Error('451 try again')
      },
    }
    const { deps, db } = await testShop({ mailer })
    await db.transaction((tx) => queueCorreo(tx, deps, correo('listo:1')))
    await began.promise
    await db.transaction((tx) => withdrawCorreo(tx, deps, 'listo:1'))
    expect(await listCorreos(db, undefined)).toHaveLength(1)
    refused.resolve()
    await eventually(
      () => listCorreos(db, undefined),
      (list) => list.length === 0,
    )
  })

  test('that left while the database ended its connections is written down as sent, and not sent again', async () => {
    const slow = slowMailer()
    const shop = await testShop()
    const jobs = { ...shop.deps.jobs, send: async () => {} } // no job: the test runs the worker
    await shop.db.transaction((tx) => queueCorreo(tx, { ...shop.deps, jobs }, correo('x')))
    const [{ id } = { id: 0 }] = await listCorreos(shop.db, undefined)
    const mailer = {
      ...slow,
      async send(mail: Mail) {
        await slow.send(mail)
        await endConnections(shop.url)
      },
    }
    await sendCorreo({ ...shop.deps, mailer }, id)
    await sendCorreo({ ...shop.deps, mailer }, id)
    expect(slow.sent).toHaveLength(1)
    expect((await listCorreos(shop.db, undefined))[0]?.enviado).not.toBeNull()
  })

  test('taken by several workers at once is sent by one; the others stay open until it is sent', async () => {
    const mailer = slowMailer()
    const { deps, db } = await testShop()
    const jobs = { ...deps.jobs, send: async () => {} } // no job: the test runs the workers
    await db.transaction((tx) => queueCorreo(tx, { ...deps, jobs }, correo('x')))
    const [{ id } = { id: 0 }] = await listCorreos(db, undefined)
    const attempt = () => sendCorreo({ ...deps, mailer }, id)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, attempt))
    expect(mailer.sent).toHaveLength(1)
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    await attempt() // and once it is sent, a further try does nothing
    expect(mailer.sent).toHaveLength(1)
  })
})

/** A mailer that takes a mail once `silent` is resolved, and then throws what it was resolved with. */
function silentMailer() {
  const begun: string[] = []
  const sent: string[] = []
  const silent = Promise.withResolvers<Error | undefined>()
  onTestFinished(() => silent.resolve(undefined))
  return {
    begun,
    sent,
    silent,
    kind: 'smtp' as const,
    probe: async () => ({ ok: true, detail: '' }),
    async send({ subject }: Mail, signal?: AbortSignal) {
      begun.push(subject)
      const lost = new Promise<Error>((resolve) =>
        signal?.addEventListener('abort', () => resolve(new Error('lost'))),
      )
      const error = await Promise.race([silent.promise, lost])
      if (error) throw error
      sent.push(subject)
    },
  }
}

describe('while a mail server is silent', () => {
  /** A shop with one mail, and no worker but the test. */
  async function withMail(mailer: Shop['deps']['mailer']) {
    const shop = await testShop({ mailer })
    const jobs = { ...shop.deps.jobs, send: async () => {} }
    const queue = async () => {
      await shop.db.transaction((tx) => queueCorreo(tx, { ...shop.deps, jobs }, correo('x')))
      return (await listCorreos(shop.db, undefined))[0]?.id ?? 0
    }
    return { shop, id: await queue(), queue }
  }
  const row = async (shop: Shop) => (await listCorreos(shop.db, undefined))[0]
  const set = (shop: Shop, change: object) =>
    shop.db.update(correos).set(change).where(eq(correos.clave, 'x'))
  const longAgo = { no_antes: new Date(0) }

  test('no transaction is open, and the row of the mail is not locked', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    const sending = sendCorreo(shop.deps, id)
    await expect.poll(() => mailer.begun).toHaveLength(1)
    const { rows } = await shop.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    await shop.db.transaction((tx) => tx.execute(sql`select from correos for update nowait`))
    mailer.silent.resolve(undefined)
    await sending
    expect(await row(shop)).toMatchObject({ enviado: expect.any(Date), arriendo: null, no_antes: null })
  })

  test('its mail gives its place back and goes on; its job looks later what became of it', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    await sendOrWait(shop.deps, 'correo', id, 20)
    await expect.poll(() => mailer.begun).toHaveLength(1)
    const later = (seconds: number) => dueJobs(shop.db, ['correo'], new Date(Date.now() + seconds * 1000))
    expect([(await later(25)).length, (await later(31)).length]).toEqual([0, 1])
    await sendOrWait(shop.deps, 'correo', id)
    expect([(await later(25)).length, (await later(35)).length]).toEqual([0, 2]) // it is still under way
    mailer.silent.resolve(undefined)
    await eventually(
      () => row(shop),
      (one) => one?.enviado != null,
    )
    await sendOrWait(shop.deps, 'correo', id)
    expect(mailer.sent).toHaveLength(1)
  })

  test('a mail for which a person waits leaves, however many others hang', async () => {
    const mailer = silentMailer()
    const sent: string[] = []
    const send = (mail: Mail) =>
      mail.subject === 'Código' ? Promise.resolve(void sent.push(mail.subject)) : mailer.send(mail)
    const { deps, db } = await testShop({ mailer: { ...mailer, send } })
    const queue = (asunto: string, change: object) =>
      db.transaction((tx) => queueCorreo(tx, deps, correo(asunto, { asunto, ...change })))
    for (let one = 0; one < 12; one++) await queue(`Resumen ${one}`, { para: `ana@${one}.example` })
    await expect.poll(() => mailer.begun).toHaveLength(5)
    await queue('Código', { esperado: true })
    await expect.poll(() => sent).toEqual(['Código'])
    expect(mailer.begun).toHaveLength(5)
  })

  test('its lease is renewed; a mail that is leased to another process meanwhile is given up', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const sending = sendCorreo(shop.deps, id)
    const lost = expect(sending).rejects.toThrow('lost')
    await expect.poll(() => mailer.begun).toHaveLength(1)
    const first = (await row(shop))?.no_antes?.getTime() ?? 0
    expect(first).toBeGreaterThan(Date.now() + 60_000)
    vi.advanceTimersByTime(20_000)
    await expect.poll(async () => (await row(shop))?.no_antes?.getTime()).toBeGreaterThan(first)
    await set(shop, { arriendo: 'otro' })
    vi.advanceTimersByTime(20_000)
    await lost
    expect(await row(shop)).toMatchObject({ arriendo: 'otro', enviado: null, no_antes: expect.any(Date) })
  })

  test('a process that is killed keeps its mail until the lease runs out; then it is sent, once', async () => {
    const silent = await startOddSmtp({ '.': '' })
    const smtp = await startSmtp()
    const { shop, id } = await withMail(createSmtp(smtp.url, 'hola@imprimitodo.example'))
    const script = fileURLToPath(new URL('../../testing/correo-process.ts', import.meta.url))
    const args = [...process.execArgv, script, shop.url, String(id), silent.url, shop.dataDir]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => silent.heard, { timeout: 30_000 }).toContain('.')
    await expect(sendCorreo(shop.deps, id)).rejects.toThrow()
    child.kill('SIGKILL')
    await expect.poll(() => silent.open.size).toBe(0)
    await shop.app.housekeeping()
    await expect(sendCorreo(shop.deps, id)).rejects.toThrow()
    expect(smtp.attempts()).toBe(0)
    await set(shop, longAgo)
    for (let one = 0; one < 2; one++) await sendCorreo(shop.deps, id)
    expect(smtp.received).toHaveLength(1)
    expect(await row(shop)).toMatchObject({ enviado: expect.any(Date), arriendo: null })
  })

  test('a mail that a server took although its lease had run out is written down as sent', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    const sending = sendCorreo(shop.deps, id)
    await expect.poll(() => mailer.begun).toHaveLength(1)
    await set(shop, longAgo)
    const refused = { ...silentMailer(), send: () => Promise.reject(new Error('451 try again')) }
    await expect(sendCorreo({ ...shop.deps, mailer: refused }, id)).rejects.toThrow('451')
    mailer.silent.resolve(undefined)
    await sending
    await sendCorreo(shop.deps, id)
    expect(mailer.sent).toHaveLength(1)
  })

  test('a mail that is withdrawn is not tried again', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    const sending = sendCorreo(shop.deps, id)
    await expect.poll(() => mailer.begun).toHaveLength(1)
    const jobs = { ...shop.deps.jobs, send: async () => {} }
    const withdraw = () => shop.db.transaction((tx) => withdrawCorreo(tx, { jobs }, 'x'))
    await withdraw()
    await expect(sendCorreo(shop.deps, id), 'it may still leave: later mails wait').rejects.toThrow('correo')
    mailer.silent.resolve(new Error('451 try again'))
    await expect(sending).rejects.toThrow('451')
    await sendCorreo(shop.deps, id)
    expect(mailer.begun).toHaveLength(1)
  })

  test('a mail that is withdrawn is given up before the server has taken it', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const lost = expect(sendCorreo(shop.deps, id)).rejects.toThrow('lost')
    await expect.poll(() => mailer.begun).toHaveLength(1)
    await set(shop, { retirado: true })
    vi.advanceTimersByTime(20_000)
    await lost
  })

  test('a stop ends mails without an answer: they are free at once for the next process', async () => {
    const mailer = silentMailer()
    const { shop, id } = await withMail(mailer)
    const lost = expect(sendCorreo(shop.deps, id)).rejects.toThrow('lost')
    await expect.poll(() => mailer.begun).toHaveLength(1)
    await endCorreos(shop.deps.db)
    await lost
    expect(await row(shop)).toMatchObject({ enviado: null, arriendo: null, no_antes: null })
  })

  test('the database hangs up after the server’s answer, before we hear that it is written down: sent once', async () => {
    const smtp = await startSmtp()
    const { shop, id } = await withMail(createSmtp(smtp.url, 'hola@imprimitodo.example'))
    const gate = await openGate(shop.url)
    const near = await otherProcess(gate.url, { dataDir: shop.dataDir, files: shop.deps.files })
    gate.loseAnswerTo('"enviado" = ')
    await sendCorreo({ ...near.deps, mailer: shop.deps.mailer }, id)
    await sendCorreo(shop.deps, id)
    expect(smtp.received).toHaveLength(1)
    expect((await row(shop))?.enviado).not.toBeNull()
  })

  test('a server that says «later» for an hour gets the mail once it takes it, once', async () => {
    const smtp = await startSmtp()
    const { shop, id } = await withMail(createSmtp(smtp.url, 'hola@imprimitodo.example'))
    for (let minute = 0; minute < 60; minute++) {
      smtp.moods.push({ at: 'rcpt', code: 450, text: '4.2.0 Greylisted' })
      await expect(sendCorreo(shop.deps, id)).rejects.toThrow('Greylisted')
    }
    await sendCorreo(shop.deps, id)
    expect(smtp.received).toHaveLength(1)
  })
})

describe('as time goes', () => {
  const DAY = 24 * 3600_000
  const smtp = () => ({ ...slowMailer(), send: async () => {} })
  type Ended = Partial<{ enviado: Date; rechazado: Date }>

  /** Mails of so many days ago, by key. */
  const insertOld = (shop: Shop, mails: [clave: string, days: number, ended: (at: Date) => Ended][]) =>
    shop.db.insert(correos).values(
      mails.map(([clave, days, ended]) => {
        const creado = new Date(Date.now() - days * DAY)
        return { ...correo(clave), creado, ...ended(creado) }
      }),
    )
  const left = async (shop: Shop) =>
    Object.fromEntries(
      (await listCorreos(shop.db, undefined)).map(({ clave, html, texto }) => [clave, html + texto]),
    )
  const sent = (enviado: Date) => ({ enviado })
  const refused = (rechazado: Date) => ({ rechazado })
  const waits = () => ({})
  const whole = '<p>Qué tal</p>Qué tal'

  test('loses its words a month after it left, three months where it did not, and goes after a year', async () => {
    const shop = await testShop({ mailer: smtp() })
    await insertOld(shop, [
      ['29', 29, sent],
      ['31', 31, sent],
      ['364', 364, sent],
      ['366', 366, sent],
      ['refused 89', 89, refused],
      ['refused 91', 91, refused],
      ['refused 366', 366, refused],
      ['waits 366', 366, waits],
    ])
    await forgetMails(shop.deps)
    expect(await left(shop)).toEqual({
      '29': whole,
      '31': '',
      '364': '',
      'refused 89': whole,
      'refused 91': '',
      'waits 366': whole,
    })
  })

  test('keeps its words three months where no mail server takes any', async () => {
    const shop = await testShop()
    await insertOld(shop, [
      ['89', 89, sent],
      ['91', 91, sent],
    ])
    await forgetMails(shop.deps)
    expect(await left(shop)).toEqual({ '89': whole, '91': '' })
    const answer = await shop.get('/dev/correo')
    expect(answer.body).toContain('El texto de este correo ya se borró.')
  })

  test('without its words it still keeps the same one from being sent again', async () => {
    const mailer = slowMailer()
    const shop = await testShop({ mailer })
    await insertOld(shop, [['pagado:1', 300, sent]])
    await forgetMails(shop.deps)
    await shop.db.transaction((tx) => queueCorreo(tx, shop.deps, correo('pagado:1')))
    await shop.db.transaction((tx) => queueCorreo(tx, shop.deps, correo('after')))
    await eventually(
      async () => mailer.sent.length,
      (total) => total > 0,
    )
    expect(mailer.sent.map(({ id }) => id)).toEqual([hashToken('after').slice(0, 32)])
  })

  test('leaves in small steps, and does not wait for locked ones', async () => {
    const shop = await testShop({ mailer: smtp() })
    await insertOld(
      shop,
      Array.from({ length: 2_300 }, (_, index): [string, number, typeof sent] => [`${index}`, 400, sent]),
    )
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`select from correos where clave = '0' for update`)
      await forgetMails(shop.deps)
    })
    expect(Object.keys(await left(shop))).toHaveLength(300)
    await forgetMails(shop.deps)
    await forgetMails(shop.deps)
    expect(await left(shop)).toEqual({})
  })
})

describe('over SMTP', () => {
  const HOUR = 3600_000
  const queue = (shop: Awaited<ReturnType<typeof testShop>>, claves: string[]) =>
    shop.db.transaction(async (tx) => {
      for (const clave of claves) await queueCorreo(tx, shop.deps, correo(clave, { asunto: clave }))
    })

  test('through refusals, cuts and slowness every mail arrives, once', { timeout: 60_000 }, async () => {
    const smtp = await startSmtp()
    smtp.moods.push(
      { at: 'rcpt', code: 450 } as const,
      { at: 'cut' } as const,
      { at: 'slow', ms: 1_500 } as const,
      { at: 'data', code: 451 } as const,
      { at: 'mail', code: 421 } as const,
      { at: 'cut' } as const,
    )
    const shop = await testShop({ mailer: createSmtp(smtp.url, 'ImprimiTodo <hola@imprimitodo.example>') })
    const claves = Array.from({ length: 12 }, (_, index) => `m${index}`)
    await queue(shop, claves)
    await eventually(
      async () => {
        shop.clock.offsetMs += HOUR / 6
        for (const { id } of await dueJobs(shop.db, ['correo'], new Date(Date.now() + HOUR)))
          await delayJob(shop.db, id, new Date())
        return listCorreos(shop.db, undefined)
      },
      (list) => list.every(({ enviado }) => enviado),
      50_000,
    )
    const subjects = smtp.received.map(({ raw }) => /^Subject: (.*)\r?$/m.exec(raw)?.[1])
    expect(subjects.toSorted()).toEqual(claves.toSorted())
    expect(smtp.attempts()).toBe(12 + 5) // the slow one is not sent a second time
  })

  test('a mail that is refused for good is not tried again, and stays with the reason', async () => {
    const smtp = await startSmtp()
    smtp.moods.push({ at: 'rcpt', code: 550, text: 'No such user here' })
    const shop = await testShop({ mailer: createSmtp(smtp.url, 'hola@imprimitodo.example') })
    await queue(shop, ['x'])
    const [refused] = await eventually(
      () => listCorreos(shop.db, undefined),
      (list) => list[0]?.rechazado != null,
    )
    expect(refused).toMatchObject({ enviado: null, motivo: expect.stringContaining('No such user here') })
    shop.clock.offsetMs += 3 * HOUR
    await shop.app.housekeeping()
    await sendCorreo(shop.deps, refused?.id ?? 0)
    expect([smtp.attempts(), smtp.received]).toEqual([1, []])
  })

  test('a mail that is refused because of our account waits, and leaves once that is mended', async () => {
    const smtp = await startSmtp()
    smtp.moods.push({ at: 'rcpt', code: 554, text: '5.7.1 <ana@example.com>: Relay access denied' })
    const shop = await testShop({ mailer: createSmtp(smtp.url, 'hola@imprimitodo.example') })
    await queue(shop, ['x'])
    const failed = await eventually(
      () => dueJobs(shop.db, ['correo'], new Date(Date.now() + 61_000)),
      ([job]) => job !== undefined && smtp.attempts() === 1,
    )
    await delayJob(shop.db, failed[0]?.id ?? '', new Date())
    await eventually(
      () => listCorreos(shop.db, undefined),
      ([one]) => one?.enviado != null,
    )
    expect(smtp.received).toHaveLength(1)
  })

  test('a server that was away for hours gets the mails all the same; after five days they are given up', async () => {
    const smtp = await startSmtp()
    const shop = await testShop({ mailer: createSmtp(smtp.url, 'hola@imprimitodo.example') })
    const jobs = { ...shop.deps.jobs, send: async () => {} } // the job gave up long ago
    await shop.db.transaction((tx) => queueCorreo(tx, { ...shop.deps, jobs }, correo('x')))
    await shop.app.housekeeping()
    expect(smtp.attempts()).toBe(0)
    shop.clock.offsetMs += 2 * HOUR + 1000
    await Promise.all([shop.app.housekeeping(), shop.app.housekeeping()])
    await eventually(
      async () => smtp.received.length,
      (arrived) => arrived === 1,
    )
    await shop.db.transaction((tx) => queueCorreo(tx, { ...shop.deps, jobs }, correo('y')))
    shop.clock.offsetMs += 5 * 24 * HOUR + 1000
    await shop.app.housekeeping()
    expect((await listCorreos(shop.db, undefined))[0]).toMatchObject({
      clave: 'y',
      motivo: expect.any(String),
    })
    expect(smtp.received).toHaveLength(1)
  })
})

describe('GET /dev/correo', () => {
  const json = { accept: 'application/json' }

  test('lists newest first, of one address or all, as JSON or as an escaped page', async () => {
    const { deps, db, get } = await testShop()
    await db.transaction((tx) => queueCorreo(tx, deps, correo('1')))
    const evil = { para: 'otro@example.com', asunto: '<script>alert(1)</script>' }
    await db.transaction((tx) => queueCorreo(tx, deps, correo('2', evil)))
    const all = (await get('/dev/correo', json)).json()
    expect(all.map(({ para }: { para: string }) => para)).toEqual(['otro@example.com', 'Ana@Example.com'])
    expect(Object.keys(all[0])).toEqual(['id', 'para', 'asunto', 'texto', 'html', 'fecha'])
    expect(all[0].fecha).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect((await get('/dev/correo?para=ana@example.com', json)).json()).toHaveLength(1)
    expect((await get('/dev/correo?para=nadie@example.com', json)).json()).toEqual([])
    const page = await get('/dev/correo', { accept: 'text/html' })
    expect(page.body).toContain('&lt;script&gt;alert(1)')
    expect(page.body).not.toContain('<script')
    const mail = await get(`/dev/correo/${all[1].id}`)
    expect(mail.statusCode).toBe(200)
    expect(mail.body).toBe('<p>Qué tal</p>')
    expect(mail.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect((await get('/dev/correo/999')).statusCode).toBe(404)
  })

  test('exists only for a direct peer on this machine', async () => {
    const { app, get } = await testShop()
    expect((await get('/dev/correo', json)).statusCode).toBe(200)
    for (const headers of [
      { ...json, 'x-forwarded-for': '10.0.0.1' },
      { ...json, forwarded: 'for=1.2.3.4' },
      { ...json, host: 'attacker.example' },
    ])
      expect((await get('/dev/correo', headers)).statusCode).toBe(404)
    const remote = await app.inject({ url: '/dev/correo', headers: json, remoteAddress: '192.168.0.9' })
    expect(remote.statusCode).toBe(404)
    expect(remote.json()).toEqual({ detail: 'No encontrado.' })
  })

  test('does not exist in production, nor with a real mailer', async () => {
    expect((await (await testShop({ production: true })).get('/dev/correo', json)).statusCode).toBe(404)
    expect((await (await testShop({ mailer: slowMailer() })).get('/dev/correo', json)).statusCode).toBe(404)
  })
})
