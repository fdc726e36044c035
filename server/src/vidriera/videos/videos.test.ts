import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { videos } from '../../base/db/schema/videos.ts'
import { loadSharp } from '../../base/pdf/read/sharp.ts'
import { createDiskStore } from '../../base/services/files/disk.ts'
import type { FileStore } from '../../base/services/files/port.ts'
import { createS3Store } from '../../base/services/files/s3.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { openTestBucket } from '../../testing/peers/s3/bucket.ts'
import { eventually } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'
import { sampleVideo } from '../../testing/videos.ts'
import { forgetVideos } from '../productos/service.ts'

const PATH = '/api/mostrador/videos'
const PRODUCTOS = '/api/mostrador/productos'
const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

/** `kept`: how many files are anywhere in it. */
type Store = { files: FileStore; kept: () => number }

const filesIn = (root: string): number =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-videos-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const STORES: Record<string, () => Promise<Store>> = {
  disk: async () => {
    const root = folder()
    return { files: await createDiskStore(root, 0), kept: () => filesIn(root) }
  },
  s3: async () => {
    const root = folder()
    const { s3, bucket } = await openTestBucket()
    return {
      files: await createS3Store(bucket, root, 0),
      kept: () => Math.max(filesIn(root), s3.objects.kept.size),
    }
  },
}

async function ownerOverSocket(make: () => Promise<Store> = STORES.disk as () => Promise<Store>) {
  const { files, kept } = await make()
  const shop = await openShop({ files })
  const visitor = shop.visitor()
  const owner = await enterAs(shop)
  const send = (body: Uint8Array | string, headers: Record<string, string> = owner, type = 'video/mp4') =>
    visitor.ask(PATH, { body, headers: { ...headers, 'content-type': type } })
  const uploaded = async (name: string): Promise<string> =>
    (await send(sampleVideo(name))).json<{ video: string }>().video
  const save = (id: number | null, change: object) =>
    visitor.ask(id === null ? PRODUCTOS : `${PRODUCTOS}/${id}`, {
      method: id === null ? 'POST' : 'PATCH',
      headers: owner,
      body: id === null ? { ...EMPTY, ...change } : change,
    })
  const add = async (change: object) => (await save(null, change)).json<{ id: number }>().id
  const detail = async (id: number) =>
    (await visitor.ask(`/api/v1/productos/${id}/`)).json<{ video: string | null; portada: string | null }>()
  const status = async (path: string) => (await fetch(`${shop.url}${path}`)).status
  return { shop, visitor, owner, kept, send, uploaded, save, add, detail, status }
}

const EMPTY = {
  nombre: 'Taza',
  texto: null,
  categoria_id: null,
  importe: 100,
  es_oferta: false,
  video: null,
  orden: 0,
  imagenes: [],
}

describe.each(Object.keys(STORES))('an upload, over the socket, kept on %s,', (store) => {
  const open = () => ownerOverSocket(STORES[store])

  test('is shown by its product and served whole and by ranges, with its type and for ever', async () => {
    const { shop, uploaded, add, detail } = await open()
    for (const name of ['corto.mp4', 'corto.webm']) {
      const bytes = sampleVideo(name)
      const video = await uploaded(name)
      expect(video).toMatch(/^\/videos\/[0-9a-f]{32}\.(mp4|webm)$/)
      expect(await detail(await add({ video }))).toMatchObject({ video, portada: null })
      const whole = await fetch(shop.url + video)
      expect(whole.status).toBe(200)
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': `video/${name.split('.')[1]}`,
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
      const ranged = async (range: string) => fetch(shop.url + video, { headers: { range } })
      for (const [range, from, to] of [
        ['bytes=0-1', 0, 1],
        ['bytes=100-', 100, bytes.length - 1],
        ['bytes=-50', bytes.length - 50, bytes.length - 1],
        ['bytes=10-99999999', 10, bytes.length - 1],
      ] as const) {
        const part = await ranged(range)
        expect(part.status, String(range)).toBe(206)
        expect(part.headers.get('content-range'), String(range)).toEqual(
          `bytes ${from}-${to}/${bytes.length}`,
        )
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1)), range).toBe(true)
      }
      const beyond = await ranged(`bytes=${bytes.length}-`)
      expect(beyond.status).toBe(416)
      expect(beyond.headers.get('content-range')).toEqual(`bytes */${bytes.length}`)
      expect(await beyond.json()).toEqual({ detail: 'El video no tiene esa parte.' })
      expect(beyond.headers.get('cache-control') ?? '').not.toContain('immutable')
      const head = await fetch(shop.url + video, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toEqual(String(bytes.length))
      expect(await head.text()).toBe('')
    }
  })

  test('is deleted with its bytes when it is replaced or removed, and that is noted; a video that another product shows stays', async () => {
    const { shop, kept, uploaded, save, add, detail, status } = await open()
    const [first, second] = [await uploaded('corto.mp4'), await uploaded('corto.mp4')]
    expect(first).not.toBe(second)
    const id = await add({ video: first })
    const other = await add({ nombre: 'Otra', video: first })
    expect(kept()).toBe(2)
    await save(id, { video: second })
    expect([await status(first), await status(second)]).toEqual([200, 200])
    await save(other, { video: YOUTUBE })
    expect(await status(first)).toBe(404)
    await eventually(
      async () => kept(),
      (left) => left === 1,
    )
    await save(id, { nombre: 'Taza grande' })
    expect(await detail(id)).toMatchObject({ video: second })
    await save(id, { video: null })
    expect(await status(second)).toBe(404)
    await eventually(
      async () => kept(),
      (left) => left === 0,
    )
    expect(await shop.db.$count(videos)).toBe(0)
    const written = await shop.db.select().from(auditoria)
    const videoOf = (facts: unknown) => (facts as { video?: string | null } | null)?.video
    expect(written.map(({ antes, despues }) => [videoOf(antes), videoOf(despues)])).toEqual([
      [undefined, first],
      [undefined, first],
      [first, second],
      [first, YOUTUBE],
      [undefined, undefined], // it says what differs
      [second, null],
    ])
    const gone = await save(id, { video: second })
    expect(gone.status).toBe(400)
    expect(gone.json()).toEqual({ video: ['Ese video ya no está: subilo de nuevo.'] })
  })

  test('is refused at its field by its content, not by its name, and not kept', async () => {
    const { shop, kept, send } = await open()
    const whole = sampleVideo('corto.mp4')
    const refused: [Uint8Array | string, string][] = [
      ['Esto es un texto.', 'no es un video'],
      ['', 'no es un video'],
      [whole.subarray(0, whole.length / 2), 'está cortado'],
      [sampleVideo('hevc.mp4'), 'tiene que ser H.264'],
      [sampleVideo('largo.mp4'), 'hasta 3 minutos'],
      [Buffer.concat([whole, Buffer.alloc(51_000_000)]), 'pesa demasiado: hasta 50 MB'],
    ]
    for (const [body, message] of refused) {
      const answer = await send(body)
      expect(answer.status).toBe(400)
      expect(answer.json<{ video: string[] }>().video.join()).toContain(message)
    }
    expect([kept(), await shop.db.$count(videos)]).toEqual([0, 0])
    expect((await send(whole)).status).toBe(200)
  })
})

test('51 MB whose length is not announced are cut off at the limit', async () => {
  const { shop, owner, kept } = await ownerOverSocket()
  const piece = new Uint8Array(1_000_000)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < 51) controller.enqueue(piece.slice())
      else controller.close()
    },
  })
  const answer = await fetch(shop.url + PATH, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...owner, 'content-type': 'video/mp4' },
  } as RequestInit)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ video: ['El video pesa demasiado: hasta 50 MB.'] })
  expect(kept()).toBe(0)
})

test('nothing is left of an upload whose sender went away', async () => {
  const { shop, owner, kept, send } = await ownerOverSocket()
  const { hostname, port } = new URL(shop.url)
  const line = connect(Number(port), hostname)
  await once(line, 'connect')
  line.write(
    `POST ${PATH} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${owner.authorization}\r\n` +
      'Content-Type: video/mp4\r\nContent-Length: 40000000\r\n\r\n',
  )
  line.write(Buffer.alloc(3_000_000))
  await eventually(
    async () => kept(),
    (files) => files === 1,
  )
  line.destroy()
  await eventually(
    async () => kept(),
    (files) => files === 0,
  )
  expect((await send(sampleVideo('corto.mp4'))).status).toBe(200)
})

test('only the owner uploads; a body of another type than a video’s is not taken', async () => {
  const { shop, send } = await ownerOverSocket()
  const whole = sampleVideo('corto.mp4')
  expect((await send(whole, {})).status).toBe(401)
  expect((await send(whole, (await newOperador(shop, 1)).headers)).status).toBe(403)
  expect((await send('hola', undefined, 'text/plain')).status).toBe(415)
  expect(await shop.db.$count(videos)).toBe(0)
})

test('an address that is of no upload is a 404, also one of a customer’s file', async () => {
  const { shop, uploaded, status } = await ownerOverSocket()
  const video = await uploaded('corto.mp4')
  expect(await status(video)).toBe(200)
  const id = video.slice('/videos/'.length, -'.mp4'.length)
  for (const path of [
    `/videos/${id}.webm`,
    `/videos/${id}`,
    `/videos/${id}.mp4.mp4`,
    `/videos/${'0'.repeat(32)}.mp4`,
    '/videos/taza.mp4',
    '/videos/..%2f..%2fetc%2fpasswd.mp4',
  ])
    expect([path, await status(path)]).toEqual([path, 404])
  // Its bytes exist, its row does not: files of customers lie in the same place
  await shop.db.delete(videos)
  expect(await status(video)).toBe(404)
})

test('an upload whose form was not saved is deleted after a day; a video that a product shows stays, off the window too', async () => {
  const { shop, visitor, owner, kept, uploaded, add, status } = await ownerOverSocket()
  const [lost, shown] = [await uploaded('corto.mp4'), await uploaded('corto.webm')]
  const id = await add({ video: shown })
  await visitor.ask(`${PRODUCTOS}/${id}/retirar`, { headers: owner, body: { retirado: true } })
  const after = (hours: number) =>
    forgetVideos({ ...shop.deps, now: () => new Date(Date.now() + hours * 3600_000) })
  await after(23)
  expect([await status(lost), await status(shown)]).toEqual([200, 200])
  await after(25)
  expect([await status(lost), await status(shown)]).toEqual([404, 200])
  await eventually(
    async () => kept(),
    (left) => left === 1,
  )
  // The store sweeps away files that no row names
  await shop.app.housekeeping()
  expect(await status(shown)).toBe(200)
})

test('of 20 products that take an upload while another gives it up, none is left with a video that is gone', async () => {
  const { uploaded, save, add, detail, status } = await ownerOverSocket()
  const video = await uploaded('corto.mp4')
  const first = await add({ video })
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => add({ nombre: `Taza ${n}` })))
  const answers = await Promise.all([
    ...others.slice(0, 10).map((id) => save(id, { video })),
    save(first, { video: null }),
    ...others.slice(10).map((id) => save(id, { video })),
  ])
  for (const { status } of answers) expect([200, 400]).toContain(status)
  const shown = await Promise.all(others.map(async (id) => (await detail(id)).video))
  expect(await status(video)).toBe(shown.includes(video) ? 200 : 404)
})

test('addresses of YouTube and Vimeo are kept in one spelling, all others refused with the accepted sites', async () => {
  const { save, add, detail } = await ownerOverSocket()
  const id = await add({ video: ' youtu.be/aqz-KE-bpKQ?si=abc ' })
  expect(await detail(id)).toMatchObject({ video: YOUTUBE, portada: null })
  await save(id, { video: 'https://player.vimeo.com/video/76979871?dnt=1' })
  expect((await detail(id)).video).toBe('https://vimeo.com/76979871')
  for (const video of [
    'https://otro.example/v.mp4',
    '/videos/taza.mp4',
    'javascript:alert(1)',
    'x'.repeat(501),
  ]) {
    const answer = await save(id, { video })
    expect(answer.status, String(video)).toBe(400)
    expect(Object.keys(answer.json()), String(video)).toEqual(['video'])
  }
  expect((await save(id, { video: 'https://otro.example/v.mp4' })).body).toContain(
    'YouTube (https://youtu.be/…) o de Vimeo (https://vimeo.com/…)',
  )
  expect((await detail(id)).video).toBe('https://vimeo.com/76979871')
  await save(id, { video: '  ' })
  expect((await detail(id)).video).toBeNull()
})

test('the picture that it shows until it is played comes with it, and goes with it', async () => {
  const { visitor, owner, uploaded, save, add, detail } = await ownerOverSocket()
  const sharp = await loadSharp()
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const { imagen_id, imagen } = (
    await visitor.ask('/api/mostrador/imagenes', {
      body: picture,
      headers: { ...owner, 'content-type': 'image/jpeg' },
    })
  ).json<{ imagen_id: string; imagen: string }>()
  const video = await uploaded('corto.mp4')
  const id = await add({ video, portada_id: imagen_id })
  expect(await detail(id)).toMatchObject({ video, portada: imagen })
  // A form of the previous version does not send it
  await save(id, { nombre: 'Taza', video })
  expect((await detail(id)).portada).toBe(imagen)
  await save(id, { video: YOUTUBE })
  expect((await detail(id)).portada).toBeNull()
  await save(id, { portada_id: imagen_id })
  await save(id, { video: null })
  expect(await detail(id)).toMatchObject({ video: null, portada: null })
  const wrong = await save(id, { video: YOUTUBE, portada_id: 'x' })
  expect(wrong.status).toBe(400)
  expect(wrong.json()).toEqual({ video: ['La portada del video no existe.'] })
})
