import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ficha, impedimentos } from '@imprimitodo/shared/rules/taller/impresora'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificado } from '../testing/certificado.ts'
import { encodeReply } from '../testing/encode-reply.ts'
import { startPrinter, type TestPrinter } from '../testing/printer.ts'
import { type Fault, startProxy } from '../testing/proxy.ts'
import { decodeMessage, IppMalformed } from './decode.ts'
import { encodeRequest } from './encode.ts'
import { GROUP, groupOf, type IppMember, JOB_STATE, OPERATION, TAG } from './model.ts'
import { jobAttributes, perfilOf } from './perfil.ts'
import { createPrinter } from './printer.ts'
import { esperaOf, saludOf } from './salud.ts'
import { type Document, exchange, httpUrl, IppError } from './transport.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function aPrinter(options: Parameters<typeof startPrinter>[0] = {}): Promise<TestPrinter> {
  const printer = await startPrinter(options)
  ends.push(printer.close)
  return printer
}

async function behind(printer: TestPrinter, fault: Fault) {
  const proxy = await startProxy(Number(new URL(printer.uri.replace('ipp:', 'http:')).port))
  ends.push(proxy.close)
  proxy.fault = fault
  const uri = `ipp://127.0.0.1:${proxy.port}/ipp/print`
  return { proxy, ipp: createPrinter({ uri }, { connectMs: 2_000, idleMs: 500, totalMs: 5_000 }) }
}

const bytesOf = (length: number) => randomBytes(length)
const documentOf = (bytes: Buffer): Document => ({ stream: Readable.from([bytes]), bytes: bytes.length })
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof IppError ? error.kind : String(error)),
  )

describe('messages', () => {
  it('every kind of value is read back as it was written: single, several, collections in collections', () => {
    const members: IppMember[] = [
      [TAG.integer, 'copies', 3],
      [TAG.boolean, 'last-document', true],
      [TAG.keyword, 'requested-attributes', ['job-id', 'job-name']],
      [TAG.name, 'job-name', 'tesis «ñandú»'],
      [
        TAG.collection,
        'media-col',
        [
          [TAG.keyword, 'media-source', 'tray-1'],
          [
            TAG.collection,
            'media-size',
            [
              [TAG.integer, 'x-dimension', 21000],
              [TAG.integer, 'y-dimension', 29700],
            ],
          ],
        ],
      ],
    ]
    const bytes = encodeRequest(OPERATION.createJob, 7, members, [[TAG.enum, 'finishings', [3, 4]]])
    const read = decodeMessage(Buffer.concat([bytes, Buffer.from('%PDF')]))
    expect(read.status).toBe(5)
    expect(read.requestId).toBe(7)
    expect(Buffer.from(read.rest).toString()).toBe('%PDF')
    expect(Object.fromEntries(groupOf(read, GROUP.operation))).toEqual({
      copies: [3],
      'last-document': [true],
      'requested-attributes': ['job-id', 'job-name'],
      'job-name': ['tesis «ñandú»'],
      'media-col': [
        { 'media-source': ['tray-1'], 'media-size': [{ 'x-dimension': [21000], 'y-dimension': [29700] }] },
      ],
    })
    expect(groupOf(read, GROUP.job).get('finishings')).toEqual([3, 4])
  })

  it('any bytes of a printer are at most refused', () => {
    const good = encodeReply(0, 1, [
      {
        tag: GROUP.printer,
        attributes: [
          [TAG.text, 'printer-info', 'Mostrador'],
          [TAG.collection, 'media-col-default', [[TAG.integer, 'x-dimension', 21000]]],
        ],
      },
    ])
    const malformed = (bytes: Uint8Array) => {
      try {
        decodeMessage(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(IppMalformed)
      }
    }
    for (let length = 0; length < good.length; length++) malformed(good.subarray(0, length))
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        const bytes = Buffer.from(good)
        bytes[at] = value
        malformed(bytes)
      }),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), malformed), { numRuns: 2_000 })
  })

  it('an attribute sent twice, which is forbidden: the first counts, the second spoils nothing', () => {
    const twice: IppMember[] = [
      [TAG.mimeType, 'document-format-supported', ['application/pdf', 'image/urf']],
      [TAG.integer, 'pages-per-minute', 30],
      [TAG.mimeType, 'document-format-supported', ['image/pwg-raster', 'image/jpeg']],
    ]
    const read = decodeMessage(encodeReply(0, 1, [{ tag: GROUP.printer, attributes: twice }]))
    expect(perfilOf(groupOf(read, GROUP.printer))).toMatchObject({ pdf: true, ppm: 30 })
  })

  it('a text padded with NUL is read without it: no database takes NUL', () => {
    const padded: IppMember[] = [[TAG.text, 'printer-make-and-model', 'Ricoh IM C3000\0\0']]
    const read = decodeMessage(encodeReply(0, 1, [{ tag: GROUP.printer, attributes: padded }]))
    expect(perfilOf(groupOf(read, GROUP.printer)).modelo).toBe('Ricoh IM C3000')
  })

  it('endlessly nested collections are refused before the stack is exhausted', () => {
    const begin = Buffer.from([TAG.memberName, 0, 0, 0, 1, 0x61, TAG.collection, 0, 0, 0, 0])
    const head = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, GROUP.printer, TAG.collection, 0, 1, 0x61, 0, 0])
    expect(() => decodeMessage(Buffer.concat([head, ...Array(5_000).fill(begin)]))).toThrow(IppMalformed)
  })
})

describe('a job in two steps', () => {
  it.each<[Ficha, string, string]>([
    [{ copias: 1, lados: 1, borde: 'largo', color: false }, 'one-sided', 'monochrome'],
    [{ copias: 2, lados: 2, borde: 'largo', color: false }, 'two-sided-long-edge', 'monochrome'],
    [{ copias: 3, lados: 2, borde: 'corto', color: true }, 'two-sided-short-edge', 'color'],
  ])('%o arrives as ordered, the document byte for byte', async (ficha, sides, color) => {
    const printer = await aPrinter()
    const ipp = createPrinter({ uri: printer.uri })
    const perfil = perfilOf(await ipp.attributes())
    expect(impedimentos(ficha, perfil)).toEqual([])
    const job = await ipp.createJob('ped-1042-1-i1', jobAttributes(ficha, perfil))
    expect(job).toMatchObject({ state: JOB_STATE.held, reasons: ['job-data-insufficient'] })
    expect(printer.paper).toEqual([])
    const bytes = bytesOf(300_000)
    await ipp.sendDocument(job.id, documentOf(bytes), 10_000)
    await expect.poll(async () => (await ipp.job(job.id))?.state).toBe(JOB_STATE.completed)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(printer.paper).toMatchObject([
      { name: 'ped-1042-1-i1', sides, color, copies: ficha.copias, sha256, truncated: false },
    ])
  })

  it.each<[boolean, boolean, [number, number][]]>([
    [
      true,
      true,
      [
        [1, 2],
        [5, 400],
      ],
    ],
    [true, false, []],
    [false, true, []],
  ])(
    'pages without colour are named where the printer takes it (%s) and the work has colour (%s)',
    async (perPage, color, told) => {
      const printer = await aPrinter({ perPage })
      const ipp = createPrinter({ uri: printer.uri })
      const perfil = perfilOf(await ipp.attributes())
      expect(perfil.color_por_pagina).toBe(perPage)
      const sin_color = [[1, 2] as const, [5, 400] as const]
      const ficha: Ficha = { copias: 1, lados: 2, borde: 'largo', color, sin_color }
      const job = await ipp.createJob('1069 i1 · tesis «ñandú».pdf', jobAttributes(ficha, perfil))
      await ipp.sendDocument(job.id, documentOf(bytesOf(1_000)), 10_000)
      const mode = color ? 'color' : 'monochrome'
      expect(printer.paper).toMatchObject([
        { name: '1069 i1 · tesis «ñandú».pdf', color: mode, sinColor: told },
      ])
    },
  )

  it('is found again by its name, whether it goes on or is over', async () => {
    const printer = await aPrinter()
    const ipp = createPrinter({ uri: printer.uri })
    const open = await ipp.createJob('a', [])
    const other = await ipp.createJob('b', [])
    await ipp.cancel(other.id)
    await ipp.cancel(other.id)
    expect((await ipp.jobsNamed('a')).map(({ uuid }) => uuid)).toEqual([open.uuid])
    expect((await ipp.jobsNamed('b')).map(({ state }) => state)).toEqual([JOB_STATE.canceled])
    expect(await ipp.job(99)).toBeNull()
  })
})

describe('how a printer is called', () => {
  it.each([
    ['ipp://127.0.0.5/ipp/print', 'http://127.0.0.5:631/ipp/print'],
    ['IPPS://[::1]/ipp', 'https://[::1]:631/ipp'],
    ['ipp://127.0.0.5:80/ipp/print', 'http://127.0.0.5/ipp/print'],
    ['ipps://ricoh.local:443/ipp/print', 'https://ricoh.local/ipp/print'],
    ['ipps://127.0.0.5:80/', 'https://127.0.0.5:80/'],
    ['ipp://127.0.0.5:8631/a', 'http://127.0.0.5:8631/a'],
  ])('%s by %s', (uri, url) => {
    expect(httpUrl(uri).href).toBe(url)
  })

  it('with user and password in UTF-8', async () => {
    const printer = await aPrinter({ basic: 'María:contraseña€' })
    const { uri } = printer
    const ipp = createPrinter({ uri, user: 'María', password: 'contraseña€' })
    expect(perfilOf(await ipp.attributes()).modelo).toBe('Copiadora de prueba')
    expect(await kindOf(createPrinter({ uri, user: 'María', password: 'otra' }).attributes())).toBe('http')
  })
})

describe('the state in which a failure leaves the printer', () => {
  it('refused: nothing was sent', async () => {
    const { ipp } = await behind(await aPrinter(), 'pass')
    const absent = createPrinter({ uri: 'ipp://127.0.0.1:1/ipp/print' })
    expect(await kindOf(absent.createJob('x', []))).toBe('not-sent')
    expect(await kindOf(ipp.createJob('x', []))).toBe('fine')
  })

  it('an answer that never comes, or is cut, leaves the outcome unknown', async () => {
    const printer = await aPrinter()
    for (const fault of ['lost', 'hang', { cut: 120 }] as const) {
      const { ipp } = await behind(printer, fault)
      expect(await kindOf(ipp.createJob('x', []))).toBe('unknown')
    }
  })

  it('a document cut on its way prints cut, and the sender reports the outcome as unknown', async () => {
    const printer = await aPrinter()
    const { ipp, proxy } = await behind(printer, 'pass')
    const job = await ipp.createJob('x', [])
    proxy.fault = { cut: 100_000 }
    expect(await kindOf(ipp.sendDocument(job.id, documentOf(bytesOf(400_000)), 10_000))).toBe('unknown')
    await expect.poll(() => printer.paper.length).toBe(1)
    expect(printer.paper[0]?.truncated).toBe(true)
  })

  it('a busy printer refuses before anything is sent', async () => {
    const printer = await aPrinter()
    printer.mode = 'busy'
    const error = await createPrinter({ uri: printer.uri })
      .createJob('x', [])
      .catch((e: unknown) => e)
    expect(error).toMatchObject({ kind: 'refused', status: 0x0507 })
  })

  it.each([
    ['a page of HTML', '<html>', 'unknown'],
    ['more than any answer', 'x'.repeat(5 * 1024 ** 2), 'unknown'],
  ])('%s is no answer', async (_, body, kind) => {
    const server = createServer((request, response) => {
      request.resume()
      response.end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    })
    const { port } = server.address() as { port: number }
    expect(await kindOf(createPrinter({ uri: `ipp://127.0.0.1:${port}/` }).attributes())).toBe(kind)
  })

  it.each<[string, number, Record<string, string>, object]>([
    ['is busy', 503, {}, { kind: 'refused', status: 0x0507 }],
    ['wants TLS', 426, {}, { kind: 'plain' }],
    ['leads to its TLS', 301, { location: 'https://127.0.0.1/ipp/print' }, { kind: 'plain' }],
    ['leads to a page over TLS', 302, { location: 'https://127.0.0.1/login.html' }, { kind: 'http' }],
    ['leads nowhere', 302, { location: 'https://' }, { kind: 'http' }],
    ['leads elsewhere', 302, { location: '/login.html' }, { kind: 'http' }],
    ['wants a password', 401, {}, { kind: 'http' }],
  ])('a printer whose web server says that it %s has got nothing', async (_, status, headers, error) => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(status, headers).end('<html>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => void server.close())
    const { port } = server.address() as { port: number }
    const asked = createPrinter({ uri: `ipp://127.0.0.1:${port}/ipp/print` }).attributes()
    await expect(asked).rejects.toMatchObject(error)
  })

  it.each<[number, Record<string, string>]>([
    [426, {}],
    [301, { location: 'https://127.0.0.1/ipp/print' }],
  ])('a printer that is called over TLS and answers %i %j wants no TLS', async (status, headers) => {
    const { key, cert } = makeCertificado()
    const server = createTlsServer({ key, cert }, (request, response) => {
      request.resume()
      response.writeHead(status, headers).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => void server.close())
    const { port } = server.address() as { port: number }
    const uri = `ipps://127.0.0.1:${port}/ipp/print`
    expect(await kindOf(createPrinter({ uri, trusts: () => true }).attributes())).toBe('http')
  })

  it('a document shorter than announced is not sent as if it were complete', async () => {
    const printer = await aPrinter()
    const ipp = createPrinter({ uri: printer.uri })
    const job = await ipp.createJob('x', [])
    const short = { stream: Readable.from([bytesOf(10)]), bytes: 500 }
    expect(await kindOf(ipp.sendDocument(job.id, short, 5_000))).toBe('unknown')
  })

  it('an endless trickle of bytes stops at the total time', async () => {
    const server = createServer((request, response) => {
      request.resume()
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    })
    const { port } = server.address() as { port: number }
    const head = encodeRequest(OPERATION.getJobs, 1, [])
    const asked = exchange({ uri: `ipp://127.0.0.1:${port}/` }, head, undefined, { totalMs: 400 })
    expect(await Promise.race([kindOf(asked), sleep(10_000, 'never')])).toBe('unknown')
  })
})

describe('a printer’s attributes', () => {
  const told = (reasons: string[], state = 3, message = '') =>
    saludOf(
      groupOf(
        decodeMessage(
          encodeReply(0, 1, [
            {
              tag: GROUP.printer,
              attributes: [
                [TAG.enum, 'printer-state', state],
                [TAG.keyword, 'printer-state-reasons', reasons],
                [TAG.text, 'printer-state-message', message],
              ],
            },
          ]),
        ),
        GROUP.printer,
      ),
    )

  it.each([
    [4, 'The printer is not responding.', false, 'CUPS no llega a la impresora'],
    [
      4,
      'La impresora puede no existir o no estar disponible en este momento.',
      false,
      'CUPS no llega a la impresora',
    ],
    [4, 'Rendering completed', true, 'Imprimiendo'],
    [3, 'The printer is not responding.', true, 'Lista'],
  ])('of a queue of CUPS in state %i that says %s: %s, %s', (state, message, anda, texto) => {
    expect(told(['none'], state, message)).toMatchObject({ anda, texto })
    const job = { state: state === 4 ? JOB_STATE.processing : JOB_STATE.pending, reasons: ['job-printing'] }
    expect(esperaOf({ ...job, printerSays: message })).toBe(anda ? null : texto)
  })

  it.each([
    [['none'], 3, true, 'Lista'],
    [['none'], 4, true, 'Imprimiendo'],
    [['media-empty-warning', 'media-needed-warning'], 3, false, 'Sin papel'],
    [['media-needed'], 5, false, 'Sin papel'],
    [['media-jam-error'], 5, false, 'Papel trabado'],
    [['cover-open-report'], 3, false, 'Tapa abierta'],
    [['toner-empty'], 3, false, 'Sin tóner'],
    [['none'], 5, false, 'Detenida'],
  ])('%j in state %i: %s, %s', (reasons, state, anda, texto) => {
    expect(told(reasons, state)).toMatchObject({ anda, texto })
  })

  it('a warning stops nothing', () => {
    expect(told(['toner-low-warning'])).toEqual({ anda: true, texto: 'Lista', aviso: 'Queda poco tóner' })
  })

  it('missing abilities are known before a job asks for them', () => {
    const perfil = {
      ...perfilOf(new Map()),
      pdf: true,
      dos_pasos: true,
      lados: ['one-sided' as const],
      copias_max: 99,
    }
    const ficha: Ficha = { copias: 100, lados: 2, borde: 'largo', color: true }
    expect(impedimentos(ficha, perfil)).toHaveLength(3)
    expect(impedimentos({ copias: 99, lados: 1, borde: 'largo', color: false }, perfil)).toEqual([])
  })

  it.each<[string, IppMember, number]>([
    ['a range', [TAG.range, 'copies-supported', Buffer.from([0, 0, 0, 1, 0, 0, 0, 99])], 99],
    ['a plain number', [TAG.integer, 'copies-supported', 1], 1],
    ['nothing', [TAG.noValue, 'copies-supported', ''], 0],
  ])('how many copies it makes, as %s', (_, member, copias_max) => {
    const read = decodeMessage(encodeReply(0, 1, [{ tag: GROUP.printer, attributes: [member] }]))
    expect(perfilOf(groupOf(read, GROUP.printer)).copias_max).toBe(copias_max)
  })

  it('the paper of a work is asked for by the name that printers know', () => {
    const mediaOf = (hoja?: Ficha['hoja']) =>
      jobAttributes({ copias: 1, lados: 1, borde: 'largo', color: false, hoja }, perfilOf(new Map())).find(
        ([, name]) => name === 'media',
      )?.[2]
    expect([mediaOf(), mediaOf('A4'), mediaOf('A3'), mediaOf('Oficio')]).toEqual([
      'iso_a4_210x297mm',
      'iso_a4_210x297mm',
      'iso_a3_297x420mm',
      'na_oficio_8.5x13.4in',
    ])
  })

  it.each<[string[], string[] | undefined]>([
    [['na_letter_8.5x11in'], []],
    [['iso-a4', 'iso-a4-white'], undefined],
    [[], undefined],
  ])('of paper called %j the shop knows %j', (media, hojas) => {
    const attributes: IppMember[] = [[TAG.keyword, 'media-supported', media]]
    const read = decodeMessage(encodeReply(0, 1, [{ tag: GROUP.printer, attributes }]))
    expect(perfilOf(groupOf(read, GROUP.printer)).hojas).toEqual(hojas)
  })

  it('it tells which paper it takes; if it tells none, only A4 is printed', () => {
    const media = ['iso_a4_210x297mm', 'iso_a3_297x420mm', 'na_letter_8.5x11in']
    const attributes: IppMember[] = [[TAG.keyword, 'media-supported', media]]
    const read = decodeMessage(encodeReply(0, 1, [{ tag: GROUP.printer, attributes }]))
    const able = {
      ...perfilOf(groupOf(read, GROUP.printer)),
      pdf: true,
      dos_pasos: true,
      lados: ['one-sided' as const],
    }
    expect(able.hojas).toEqual(['A4', 'A3'])
    const ficha: Ficha = { copias: 1, lados: 1, borde: 'largo', color: false }
    const { hojas: _, ...silent } = able
    expect(impedimentos({ ...ficha, hoja: 'A3' }, able)).toEqual([])
    expect(impedimentos({ ...ficha, hoja: 'Oficio' }, able)).toEqual(['No tiene hojas Oficio.'])
    expect(impedimentos({ ...ficha, hoja: 'A3' }, silent)).toEqual(['No tiene hojas A3.'])
    expect(impedimentos(ficha, silent)).toEqual([])
  })
})
