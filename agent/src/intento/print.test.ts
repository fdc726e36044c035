import { appendFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type IppMember, JOB_STATE, TAG } from '../ipp/model.ts'
import { perfilOf } from '../ipp/perfil.ts'
import { createPrinter, type IppPrinter } from '../ipp/printer.ts'
import { IppError } from '../ipp/transport.ts'
import { type Lab, SHA, startLab, tareaOf } from '../testing/lab.ts'
import { startPrinter, type TestPrinter } from '../testing/printer.ts'
import { type Nota, openJournal } from './journal.ts'

let printer: TestPrinter
let lab: Lab

beforeEach(async () => {
  printer = await startPrinter()
  printer.printMs = 1
  lab = await startLab({ port: Number(new URL(printer.uri.replace('ipp:', 'http:')).port) })
})
afterEach(async () => {
  await lab.close()
  await printer.close()
})

const openJobs = async () =>
  (await lab.direct.jobsNamed(tareaOf(1).nombre)).filter(({ state }) => state < JOB_STATE.canceled)
const cutName = <Job extends { name: string }>(job: Job | null): Job | null =>
  job && { ...job, name: job.name.slice(0, 6) }
/** A printer that makes its first job, but whose answer to that call is lost. */
function losesAnswer(real: IppPrinter): IppPrinter {
  let isLost = false
  return {
    ...real,
    async createJob(name, attributes) {
      const job = await real.createJob(name, attributes)
      if (isLost) return job
      isLost = true
      throw new IppError('unknown', 'the answer was lost')
    },
  }
}
const printed = (intento: number) => printer.paper.filter(({ name }) => name === tareaOf(intento).nombre)

describe('a printer without UUIDs of jobs', () => {
  const old = async (showsAs: (name: string) => string) => {
    const printer = await startPrinter({ showsAs })
    printer.printMs = 1
    const { port } = new URL(printer.uri.replace('ipp:', 'http:'))
    const lab = await startLab({ port: Number(port) })
    onTestFinished(async () => {
      await lab.close()
      await printer.close()
    })
    return { printer, lab }
  }
  const tarea = { ...tareaOf(12), nombre: '1069 i12 · tesis ñandú.pdf · Brenda Acuña' }

  it.each<[string, (name: string) => string]>([
    ['as they are', (name) => name],
    ['cut', (name) => name.slice(0, 20)],
    ['in ASCII', (name) => name.replace(/[^ -~]/g, '?')],
    ['in ASCII and cut', (name) => name.replace(/[^ -~]+/g, '').slice(0, 10)],
  ])('that shows names %s prints once, also after a lost answer', async (_, showsAs) => {
    const { printer, lab } = await old(showsAs)
    expect((await lab.print(tarea, { printer: losesAnswer(lab.ipp()) })).fase).toBe('completo')
    expect(printer.paper).toMatchObject([{ name: tarea.nombre }])
    const open = (await lab.direct.jobsNamed(tarea.nombre)).filter(({ state }) => state < JOB_STATE.canceled)
    expect(open).toEqual([])
  })

  it('that gives all jobs one name: it stops after a few tries, and says why', async () => {
    const { printer, lab } = await old(() => 'Remote job')
    expect(await lab.print(tarea)).toMatchObject({
      fase: 'abortado',
      impresiones: 0,
      mensaje: expect.stringContaining('no se sabe cuál es'),
    })
    expect(lab.fasesOf(12)).toEqual([
      'creando',
      'creado',
      'creando',
      'creado',
      'creando',
      'creado',
      'abortado',
    ])
    expect(printer.paper).toEqual([])
  })
})

describe('how many sides came out', () => {
  it('of a work that was sent is unknown where the counter says 0: many printers count none', async () => {
    expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'completo', impresiones: null })
    printer.mode = 'abort'
    expect(await lab.print(tareaOf(2))).toMatchObject({ fase: 'abortado', impresiones: null })
  })

  it('is unknown also of a work that the clerk called off while it printed, in other words than at its panel', async () => {
    printer.printMs = 60_000
    const off = { is: false }
    const going = lab.print(tareaOf(1), { isCalledOff: () => off.is })
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    off.is = true
    const mensaje = 'Se canceló desde el mostrador.'
    expect(await going).toMatchObject({ fase: 'cancelado', impresiones: null, mensaje })
    expect(printed(1)).toHaveLength(1)
  })
})

describe('a printer that does not take a document', () => {
  it.each([
    ['as too large', 0x0408],
    ['in a format that it lacks', 0x040a],
    ['over HTTP', 413],
  ])('and refuses it %s gets it once, and a person reads why', async (_, refuses) => {
    printer.quirks = { refuses }
    expect(await lab.print(tareaOf(1))).toMatchObject({
      fase: 'abortado',
      mensaje: expect.stringContaining('La impresora no acepta el archivo'),
    })
    expect(printer.documents).toBe(1)
    expect(await openJobs()).toEqual([])
  })

  it.each([
    [JOB_STATE.pending, 'none'],
    [JOB_STATE.held, 'none'],
    [JOB_STATE.held, 'job-incoming'],
  ])('and refuses it leaves its job in state %i, %s: it ends all the same', async (state, reason) => {
    printer.quirks = { refuses: 0x0408, empty: { state, reasons: [reason] } }
    expect(await lab.print(tareaOf(1))).toMatchObject({
      fase: 'abortado',
      mensaje: expect.stringContaining('La impresora no acepta el archivo'),
    })
    expect(printer.documents).toBe(1)
    expect(await openJobs()).toEqual([])
  })

  it('and cuts it off gets it a few times; meanwhile the clerk reads that it does not answer', async () => {
    const told = new Set<string | null>()
    let sent = 0
    const cuts: IppPrinter = {
      ...lab.ipp(),
      async sendDocument() {
        sent++
        throw new IppError('unknown', 'cut off')
      },
    }
    const end = await lab.print(tareaOf(1), { printer: cuts, waiting: (why) => told.add(why) })
    expect(end).toMatchObject({ fase: 'abortado', mensaje: expect.stringContaining('no tomó el archivo') })
    expect(told).toContain('La impresora no contesta')
    expect(sent).toBeGreaterThan(2)
    expect(sent).toBeLessThan(10)
    expect(await openJobs()).toEqual([])
  })

  it('and is busy for long is waited for, and the clerk reads so; free again, it prints once', async () => {
    printer.quirks = { refuses: 0x0507 }
    const told = new Set<string | null>()
    const going = lab.print(tareaOf(1), { pauseMs: 1, waiting: (why) => told.add(why) })
    await expect.poll(() => printer.documents, { timeout: 5_000 }).toBeGreaterThan(8)
    expect(told).toContain('Impresora ocupada')
    printer.quirks = {}
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('and is busy is waited for no longer once the clerk calls the work off', async () => {
    printer.quirks = { refuses: 0x0507 }
    const off = { is: false }
    const going = lab.print(tareaOf(1), { pauseMs: 30, isCalledOff: () => off.is })
    await expect.poll(() => printer.documents, { timeout: 5_000 }).toBe(5)
    off.is = true
    expect(await going).toMatchObject({ fase: 'cancelado', impresiones: null })
    expect(printer.documents).toBe(5)
    expect(await openJobs()).toEqual([])
  })
})

describe('a document that is slow on its way', () => {
  it('is sent once to a printer that answers long after it has it', async () => {
    printer.quirks = { spoolMs: 600 }
    expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'completo' })
    expect(printer.documents).toBe(1)
    await sleep(800)
    expect(printed(1)).toHaveLength(1)
  })

  it('is not sent again while the printer says that it still reads; after a while a person is asked', async () => {
    printer.quirks = { keeps: { state: JOB_STATE.held, reasons: ['job-incoming'] } }
    const dies = async (nota: Nota) => {
      await lab.journal.write(nota)
      if (nota.fase === 'enviado') throw new Error('kill -9')
    }
    await expect(lab.print(tareaOf(1), { write: dies })).rejects.toThrow('kill -9')
    // The journal's last line is dropped, as if the answer had been lost
    lab.journal.attempts().get(1)?.pop()
    expect(await lab.print(tareaOf(1), { pauseMs: 1 })).toMatchObject({ fase: 'verificar' })
    expect(printer.documents).toBe(1)
  })

  const large = Buffer.alloc(20 * 1024 ** 2, 'x')
  const largeDocument = async () => ({
    stream: Readable.from(
      Array.from({ length: 320 }, (_, at) => large.subarray(at * 65_536, (at + 1) * 65_536)),
    ),
    bytes: large.length,
  })

  it('waits in its connection where the printer has neither paper nor disk, and arrives whole', async () => {
    printer.quirks = { noDisk: true }
    printer.mode = 'paper'
    const going = lab.print(tareaOf(1), { document: largeDocument })
    await expect.poll(() => lab.fasesOf(1)).toContain('enviando')
    await sleep(2_000)
    printer.mode = 'ok'
    expect(await going).toMatchObject({ fase: 'completo' })
    expect(printer.paper).toMatchObject([{ bytes: large.length, truncated: false }])
  })

  it('and waits there for paper is called off by the clerk', async () => {
    printer.quirks = { noDisk: true }
    printer.mode = 'paper'
    const off = { is: false }
    const going = lab.print(tareaOf(1), { document: largeDocument, isCalledOff: () => off.is })
    await expect.poll(() => lab.fasesOf(1)).toContain('enviando')
    off.is = true
    expect(await going).toMatchObject({ fase: 'cancelado', impresiones: null })
  })
})

describe('a job that its printer keeps', () => {
  const keeps = async (state: number, reasons: string[]) => {
    printer.quirks = { keeps: { state, reasons } }
    const told = new Set<string | null>()
    const stop = new AbortController()
    const going = lab.print(tareaOf(1), {
      pauseMs: 1,
      signal: stop.signal,
      waiting: (why) => {
        if (why !== null) told.add(why)
      },
    })
    return { going, told, stop }
  }

  it.each([
    [['job-hold-until-specified'], 'Retenida: hay que liberarla en el panel'],
    [['account-info-needed'], 'Pide un código de cuenta'],
    [['job-password-wait'], 'Pide una clave en el panel'],
    [['none'], 'Retenida: hay que liberarla en el panel'],
  ])('held for %j is told, and after a while a person is asked', async (reasons, texto) => {
    const { going, told } = await keeps(JOB_STATE.held, reasons)
    expect(await going).toMatchObject({ fase: 'verificar', mensaje: expect.stringContaining(texto) })
    expect([...told]).toEqual([texto])
    expect(printer.documents).toBe(1)
  })

  it.each([
    [['printer-stopped', 'job-printing'], 'Detenida'],
    [['none'], 'Detenida'],
    [['resources-are-not-ready'], 'Le falta el papel que pide el trabajo'],
  ])('stopped for %j is told for as long as it lasts', async (reasons, texto) => {
    const { going, told, stop } = await keeps(JOB_STATE.stopped, reasons)
    await expect.poll(() => [...told]).toEqual([texto])
    stop.abort()
    await expect(going).rejects.toThrow()
  })
})

describe('a printer’s report of the end of a job', () => {
  it.each([
    ['job-completed-with-errors', '', 'Terminó con errores.'],
    ['job-completed-with-errors', 'page 3 skipped', 'Terminó con errores: «page 3 skipped».'],
  ])('%s «%s» is a question', async (endReason, message, mensaje) => {
    printer.quirks = { endReason, message }
    expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'verificar', mensaje })
  })

  it.each([
    ['aborted-by-system', '', 'La impresora la cortó.'],
    ['aborted-by-system', 'fuser\nfault', 'La impresora la cortó: «fuser fault».'],
    ['document-format-error', '', 'La impresora la cortó: No entiende el archivo.'],
    ['unsupported-document-format', 'no', 'La impresora la cortó: No entiende el archivo «no».'],
  ])('%s «%s» is told with why', async (endReason, message, mensaje) => {
    printer.mode = 'abort'
    printer.quirks = { endReason, message }
    expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'abortado', mensaje })
  })
})

describe('a printer of another time', () => {
  it.each([0x0101, 0x0100])('that speaks only version %i of IPP prints', async (version) => {
    printer.quirks = { version }
    expect((await lab.print(tareaOf(1))).fase).toBe('completo')
    expect(printer.paper).toMatchObject([{ sha256: SHA }])
  })
})

describe('a printer that accepts a job and ignores part of it', () => {
  it.each<[string, IppMember[], string]>([
    ['copies', [[TAG.integer, 'copies', 3]], 'las copias'],
    [
      'sides and colour',
      [
        [TAG.keyword, 'sides', 'two-sided-long-edge'],
        [TAG.keyword, 'print-color-mode', 'color'],
      ],
      'la doble faz, el color',
    ],
    ['paper', [[TAG.keyword, 'media', 'iso_a4_210x297mm']], 'el papel'],
  ])('gets no document where it says that it ignores %s', async (_, ignores, what) => {
    printer.quirks = { ignores }
    const end = await lab.print(tareaOf(1, { copias: 3, color: true }))
    expect(end).toMatchObject({
      fase: 'abortado',
      impresiones: 0,
      mensaje: `La impresora no hace lo que pide el trabajo: ${what}.`,
    })
    expect(printer.documents).toBe(0)
    expect(await openJobs()).toEqual([])
  })

  it.each([
    [['media'], 'La impresora no hace lo que pide el trabajo: el papel.'],
    [['print-scaling'], 'La impresora no la acepta (IPP status 0x040b).'],
  ])(
    'gets none where it refuses the job for %j, and the clerk reads what it refuses',
    async (rejects, mensaje) => {
      printer.quirks = { rejects }
      expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'abortado', impresiones: 0, mensaje })
    },
  )

  it('is asked for A4 by the name that it has for it', async () => {
    printer.quirks = { says: [[TAG.keyword, 'media-supported', ['na-letter', 'iso-a4']]] }
    const perfil = perfilOf(await lab.direct.attributes())
    expect((await lab.print(tareaOf(1), { perfil })).fase).toBe('completo')
    expect(printer.paper).toMatchObject([{ media: 'iso-a4' }])
  })

  it('gets none either where its first answer to the job was lost', async () => {
    printer.quirks = { ignores: [[TAG.integer, 'copies', 3]] }
    const end = await lab.print(tareaOf(1, { copias: 3 }), { printer: losesAnswer(lab.ipp()) })
    expect(end).toMatchObject({ fase: 'abortado', mensaje: expect.stringContaining('las copias') })
    expect(printer.documents).toBe(0)
    expect(await openJobs()).toEqual([])
  })

  it.each<[string, IppMember, IppMember]>([
    [
      'paper that it knows by an old name',
      [TAG.keyword, 'media-supported', 'iso-a4'],
      [TAG.keyword, 'media', 'iso_a4_210x297mm'],
    ],
    [
      'colour, of which it lists no modes',
      [TAG.noValue, 'print-color-mode-supported', ''],
      [TAG.keyword, 'print-color-mode', 'color'],
    ],
  ])('prints, as it does by itself, where it ignores %s', async (_, says, ignored) => {
    printer.quirks = { says: [says], ignores: [ignored] }
    const perfil = perfilOf(await lab.direct.attributes())
    expect((await lab.print(tareaOf(1, { color: true }), { perfil })).fase).toBe('completo')
  })

  it('prints if the attributes that the printer ignores would change nothing', async () => {
    printer.quirks = {
      ignores: [
        [TAG.integer, 'copies', 1],
        [TAG.keyword, 'sides', 'one-sided'],
        [TAG.keyword, 'print-color-mode', 'monochrome'],
        [TAG.keyword, 'print-scaling', 'none'],
      ],
    }
    expect((await lab.print(tareaOf(1, { lados: 1 }))).fase).toBe('completo')
  })
})

describe('what is set at a printer for all jobs', () => {
  const SET: IppMember[] = [
    [TAG.enum, 'finishings-default', [20, 13]],
    [TAG.integer, 'number-up-default', 2],
    [TAG.keyword, 'job-sheets-default', ['standard', 'none']],
    [TAG.keyword, 'sheet-collate-default', 'uncollated'],
  ]

  it('staples, two pages on a side, banners: each job asks for none of them', async () => {
    printer.quirks = { says: SET }
    expect((await lab.print(tareaOf(1, { copias: 2 }))).fase).toBe('completo')
    const none = { finishings: 3, 'number-up': 1, 'job-sheets': 'none', 'sheet-collate': 'collated' }
    expect(printer.paper).toMatchObject([{ options: none }])
  })

  it('and does not come off for a job: it gets no document, and the clerk reads why', async () => {
    printer.quirks = { says: SET, ignores: [[TAG.enum, 'finishings', 3]] }
    expect(await lab.print(tareaOf(1))).toMatchObject({
      fase: 'abortado',
      impresiones: 0,
      mensaje: 'La impresora no hace lo que pide el trabajo: sin broches ni perforaciones.',
    })
    expect(printer.documents).toBe(0)
  })

  const JOG_OFFSET = 14
  const SETTABLE = /finishings|number-up|job-sheets|sheet-collate/
  it.each<[string, IppMember[], number?]>([
    ['nothing', []],
    [
      'what an order wants',
      [
        [TAG.enum, 'finishings-default', 3],
        [TAG.keyword, 'job-sheets-default', 'none'],
      ],
    ],
    [
      'that it does not know',
      [
        [TAG.noValue, 'finishings-default', ''],
        [TAG.noValue, 'number-up-default', ''],
      ],
    ],
    [
      'what changes no sheet',
      [
        [TAG.enum, 'finishings-default', [3, JOG_OFFSET]],
        [TAG.integer, 'number-up-default', 0],
      ],
    ],
    [
      'the order of copies, of which the work has one',
      [[TAG.keyword, 'sheet-collate-default', 'uncollated']],
    ],
    [
      'a banner, or copies not in order, and nothing else can be asked for',
      [
        [TAG.keyword, 'job-sheets-default', 'standard'],
        [TAG.keyword, 'job-sheets-supported', 'standard'],
        [TAG.keyword, 'sheet-collate-default', 'uncollated'],
        [TAG.keyword, 'sheet-collate-supported', 'uncollated'],
      ],
      2,
    ],
  ])('is %s: the job asks for nothing more', async (_, says, copias = 1) => {
    printer.quirks = { says }
    expect((await lab.print(tareaOf(1, { copias }))).fase).toBe('completo')
    expect(Object.keys(printer.paper[0]?.options ?? {}).filter((name) => SETTABLE.test(name))).toEqual([])
  })

  it('is a banner, or copies not in order, and the printer lists no other and ignores what is asked: it prints', async () => {
    const asked: IppMember[] = [
      [TAG.keyword, 'job-sheets', 'none'],
      [TAG.keyword, 'sheet-collate', 'collated'],
    ]
    printer.quirks = { says: SET.slice(2), ignores: asked }
    expect((await lab.print(tareaOf(1, { copias: 2 }))).fase).toBe('completo')
  })

  it('is asked against where the printer tells the values that it takes as a range', async () => {
    printer.quirks = {
      says: [
        [TAG.integer, 'number-up-default', 2],
        [TAG.range, 'number-up-supported', Buffer.from([0, 0, 0, 1, 0, 0, 0, 16])],
      ],
    }
    expect((await lab.print(tareaOf(1))).fase).toBe('completo')
    expect(printer.paper).toMatchObject([{ options: { 'number-up': 1 } }])
  })

  it.each<[string, IppMember[], string]>([
    [
      'staples',
      [
        [TAG.enum, 'finishings-default', 20],
        [TAG.enum, 'finishings-supported', [20, 21]],
      ],
      'sin broches ni perforaciones',
    ],
    [
      'two pages on a side',
      [
        [TAG.integer, 'number-up-default', 2],
        [TAG.integer, 'number-up-supported', [2, 4]],
      ],
      'una página por cara',
    ],
  ])(
    'and is %s, which it does to every job: it gets no job, and the clerk reads why',
    async (_, says, words) => {
      printer.quirks = { says }
      expect(await lab.print(tareaOf(1))).toMatchObject({
        fase: 'abortado',
        impresiones: 0,
        mensaje: `La impresora no hace lo que pide el trabajo: ${words}.`,
      })
      expect(await lab.direct.jobsNamed(tareaOf(1).nombre)).toEqual([])
    },
  )
})

describe('the account of a printer that counts by accounts', () => {
  it.each([
    [true, 'mostrador-7', 'mostrador-7'],
    [true, null, null],
    [false, 'mostrador-7', null],
  ])('which takes one (%s) is told %s as %s', async (takes, cuenta, told) => {
    printer.quirks = { says: [[TAG.boolean, 'job-account-id-supported', takes]] }
    const perfil = perfilOf(await lab.direct.attributes())
    expect(perfil.cuenta).toBe(takes)
    await lab.print(tareaOf(1), { perfil, cuenta })
    expect(printer.paper).toMatchObject([{ cuenta: told }])
  })
})

describe('the paper in the trays', () => {
  const inTrays = (...names: string[]): IppMember => [TAG.keyword, 'media-ready', names]
  const inTray = (width: number, height: number): IppMember => [
    TAG.collection,
    'media-col-ready',
    [
      [
        TAG.collection,
        'media-size',
        [
          [TAG.integer, 'x-dimension', width],
          [TAG.integer, 'y-dimension', height],
        ],
      ],
    ],
  ]

  it.each<[string, IppMember]>([
    ['by name', inTrays('iso_a3_297x420mm')],
    ['by size', inTray(29_700, 42_000)],
  ])(
    'told %s: without the sheet of the work its printer gets nothing until it is loaded',
    async (_, says) => {
      printer.quirks = { says: [says] }
      const told: (string | null)[] = []
      const going = lab.print(tareaOf(1), { waiting: (why) => told.push(why) })
      await expect.poll(() => told).toContain('Sin hojas A4 cargadas')
      expect(await openJobs()).toEqual([])
      printer.quirks = { says: [inTrays('iso_a3_297x420mm', 'iso_a4_210x297mm')] }
      expect((await going).fase).toBe('completo')
    },
  )

  it('is not loaded and the clerk calls the work off: nothing is sent', async () => {
    printer.quirks = { says: [inTrays('iso_a3_297x420mm')] }
    const off = { is: false }
    const going = lab.print(tareaOf(1), { isCalledOff: () => off.is })
    await sleep(50)
    off.is = true
    expect(await going).toMatchObject({ fase: 'cancelado', impresiones: 0 })
    expect(printer.documents).toBe(0)
  })

  it.each<[string, IppMember[]]>([
    ['nothing', [[TAG.keyword, 'media-ready', 'none']]],
    ['an old name', [inTrays('iso-a4-white')]],
    ['the sheet by its size, a little off', [inTray(20_990, 29_690)]],
    ['one with more in its name', [inTrays('iso_a4_210x297mm.borderless')]],
  ])('a printer that says %s of it is trusted', async (_, says) => {
    printer.quirks = { says }
    expect((await lab.print(tareaOf(1))).fase).toBe('completo')
  })
})

describe('the failure matrix: what the agent does', () => {
  it('nothing fails: printed once, each step on disk before the next', async () => {
    const end = await lab.print(tareaOf(1))
    expect(end.fase).toBe('completo')
    expect(lab.fasesOf(1)).toEqual(['creando', 'creado', 'enviando', 'enviado', 'completo'])
    expect(printer.paper).toMatchObject([{ sha256: SHA, truncated: false, sides: 'two-sided-long-edge' }])
  })

  it('a printer that returns the name cut: its job is known by its UUID; no person is asked', async () => {
    const real = lab.ipp()
    const short = { ...real, job: async (id: number) => cutName(await real.job(id)) }
    expect(await lab.print(tareaOf(1), { printer: short })).toMatchObject({ fase: 'completo' })
    expect(printed(1)).toHaveLength(1)
  })

  it('printer off: it waits, says so, and prints once it is on', async () => {
    lab.proxy.fault = 'refuse'
    const told: (string | null)[] = []
    const going = lab.print(tareaOf(1), { waiting: (why) => told.push(why) })
    await expect.poll(() => told.length).toBeGreaterThan(2)
    expect(printer.paper).toEqual([])
    lab.proxy.fault = 'pass'
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('busy 0x507: it waits as well; nothing was taken', async () => {
    printer.mode = 'busy'
    const told: (string | null)[] = []
    const going = lab.print(tareaOf(1), { waiting: (why) => told.push(why) })
    await expect.poll(() => told).toContain('Impresora ocupada')
    printer.mode = 'ok'
    expect((await going).fase).toBe('completo')
  })

  it.each([0x0502, 0x0505])(
    'out of order for a moment (%i): it waits as well; nothing was taken',
    async (status) => {
      const real = lab.ipp()
      let tries = 0
      const createJob: IppPrinter['createJob'] = (...job) =>
        ++tries < 3 ? Promise.reject(new IppError('refused', 'x', status)) : real.createJob(...job)
      const end = await lab.print(tareaOf(1), { printer: { ...real, createJob } })
      expect([end.fase, tries, printed(1).length]).toEqual(['completo', 3, 1])
    },
  )

  it('out of paper / jam / cover: it waits for the same job and never sends it again', async () => {
    printer.mode = 'paper'
    const going = lab.print(tareaOf(1))
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    await sleep(60)
    printer.mode = 'ok'
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('aborted mid-job: a person decides, and is told how many sides came out', async () => {
    printer.mode = 'abort'
    printer.sidesBeforeAbort = 46
    expect(await lab.print(tareaOf(1))).toMatchObject({ fase: 'abortado', impresiones: 46 })
    expect(printer.paper).toEqual([])
  })

  it('canceled on the panel: it stops, and is not tried again', async () => {
    printer.mode = 'paper'
    const going = lab.print(tareaOf(1))
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    printer.cancelOnPanel(1)
    expect(await going).toMatchObject({ fase: 'cancelado' })
    expect(printer.paper).toEqual([])
  })

  it('called off by the clerk before the first byte: nothing is printed, no empty job stays', async () => {
    let off = false
    const mundo = {
      isCalledOff: () => off,
      authorise: async () => {
        off = true
        throw new Error('no network')
      },
    }
    expect(await lab.print(tareaOf(1), mundo)).toMatchObject({ fase: 'cancelado', impresiones: 0 })
    expect(printer.paper).toEqual([])
    expect(await openJobs()).toEqual([])
  })

  it('called off while its empty job is at a printer that answers for no job: it ends at once', async () => {
    printer.quirks = { hidesJobs: true }
    const off = { is: false }
    const going = lab.print(tareaOf(1), { isCalledOff: () => off.is })
    await expect.poll(() => lab.fasesOf(1)).toContain('creado')
    off.is = true
    expect(await going).toMatchObject({ fase: 'cancelado', impresiones: 0 })
    expect(await openJobs()).toEqual([])
  })

  it('two agents for one branch by mistake: the one without a lease sends no byte', async () => {
    const end = await lab.print(tareaOf(1), { authorise: async () => false })
    expect(end).toMatchObject({ fase: 'cancelado', impresiones: 0 })
    expect(printer.paper).toEqual([])
    expect(await openJobs()).toEqual([])
  })

  it('WAN cut: nothing starts, no empty job blocks the printer, and it goes on later', async () => {
    let reachable = false
    let asked = 0
    const mundo = {
      authorise: async () => {
        asked++
        if (!reachable) throw new Error('no network')
        return true
      },
    }
    const going = lab.print(tareaOf(1), mundo)
    await expect.poll(() => asked).toBeGreaterThan(6)
    expect(printer.paper).toEqual([])
    reachable = true
    expect((await going).fase).toBe('completo')
    expect(printed(1)).toHaveLength(1)
  })

  it('a lost answer to Create-Job: the job is found by its name and cancelled, another one prints', async () => {
    expect((await lab.print(tareaOf(1), { printer: losesAnswer(lab.ipp()) })).fase).toBe('completo')
    const jobs = await lab.direct.jobsNamed(tareaOf(1).nombre)
    expect(jobs.map(({ state }) => state).toSorted()).toEqual([JOB_STATE.canceled, JOB_STATE.completed])
    expect(printed(1)).toHaveLength(1)
  })

  it('a job with its name that already prints is not cancelled, nor is another one made', async () => {
    printer.quirks = { empty: { state: JOB_STATE.processing, reasons: ['job-printing'] } }
    await lab.direct.createJob(tareaOf(1).nombre, [])
    expect((await lab.print(tareaOf(1))).fase).toBe('verificar')
    expect(await openJobs()).toHaveLength(1)
  })

  it('truncated upload: what printed is cut, so a person is asked', async () => {
    const end = await lab.print(tareaOf(1), {
      write: async (nota) => {
        await lab.journal.write(nota)
        lab.proxy.fault = nota.fase === 'enviando' ? { cut: 20_000 } : 'pass'
        if (nota.fase === 'enviando') setTimeout(() => (lab.proxy.fault = 'pass'), 30)
      },
    })
    expect(end.fase).toBe('verificar')
    expect(printed(1)).toMatchObject([{ truncated: true }])
  })

  it('job vanished: the printer forgot everything after the document, so a person is asked', async () => {
    printer.mode = 'paper'
    const going = lab.print(tareaOf(1))
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    printer.restart()
    expect((await going).fase).toBe('verificar')
  })

  it('job vanished: a number that the printer gave to another job is not taken for ours', async () => {
    printer.mode = 'paper'
    const going = lab.print(tareaOf(1))
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    printer.restart()
    await createPrinter({ uri: printer.uri }).createJob('somebody else', [])
    expect((await going).fase).toBe('verificar')
  })

  it.each(['creando', 'creado', 'enviando', 'enviado'])(
    'agent dies after it wrote %s: it goes on from there and prints once',
    async (fase) => {
      const dies = async (nota: Nota) => {
        await lab.journal.write(nota)
        if (nota.fase === fase) throw new Error('kill -9')
      }
      await expect(lab.print(tareaOf(1), { write: dies })).rejects.toThrow('kill -9')
      expect((await lab.print(tareaOf(1))).fase).toBe('completo')
      expect(printed(1)).toHaveLength(1)
    },
  )

  it('agent dies during Send, and a person answered meanwhile: it sends nothing, the empty job goes', async () => {
    const dies = async (nota: Nota) => {
      await lab.journal.write(nota)
      if (nota.fase === 'enviando') throw new Error('kill -9')
    }
    await expect(lab.print(tareaOf(1), { write: dies })).rejects.toThrow('kill -9')
    const end = await lab.print(tareaOf(1), { authorise: async () => false })
    expect(end).toMatchObject({ fase: 'cancelado', impresiones: null })
    expect(printer.paper).toEqual([])
    expect(await openJobs()).toEqual([])
  })

  it('jam, then called off: if the printer does not stop, a person is asked after a while', async () => {
    printer.mode = 'paper'
    const off = { is: false }
    const going = lab.print(tareaOf(1), { isCalledOff: () => off.is })
    await expect.poll(() => lab.fasesOf(1)).toContain('enviado')
    lab.proxy.fault = 'refuse'
    off.is = true
    expect(await going).toMatchObject({
      fase: 'verificar',
      mensaje: expect.stringContaining('mirá su panel'),
    })
  })

  it('another machine at the same address: a work beyond its abilities is not sent to it', async () => {
    const perfil = { ...lab.perfil, lados: ['one-sided' as const] }
    const end = await lab.print(tareaOf(1), { perfil })
    expect(end).toMatchObject({
      fase: 'abortado',
      impresiones: 0,
      mensaje: 'La impresora no puede: No imprime en doble faz de esa manera.',
    })
    expect(await lab.direct.jobsNamed(tareaOf(1).nombre)).toEqual([])
  })

  it('a disk that is full at any step: nothing unwritten is sent; it goes on with new room', async () => {
    const probe = await open(join(lab.folder, 'diario.jsonl'))
    const handle = Object.getPrototypeOf(probe)
    await probe.close()
    const real = handle.appendFile
    for (const [index, fase] of ['creando', 'creado', 'enviando', 'enviado'].entries()) {
      const tarea = tareaOf(index + 1)
      handle.appendFile = async function (line: Buffer) {
        if (!line.includes(`"fase":"${fase}"`)) return real.call(this, line)
        await real.call(this, line.subarray(0, 20))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      await expect(lab.print(tarea)).rejects.toThrow('no space left')
      handle.appendFile = real
      const end = await lab.print(tarea)
      // Without that line the agent no longer knows that the printer took all of it
      expect(end.fase).toBe(fase === 'enviado' ? 'verificar' : 'completo')
      expect(printed(tarea.intento)).toHaveLength(1)
    }
    const again = await openJournal(join(lab.folder, 'diario.jsonl'))
    expect([...again.attempts().values()].map((notas) => notas.at(-1)?.fase)).toEqual([
      'completo',
      'completo',
      'completo',
      'verificar',
    ])
    await again.close()
  })

  it('a torn last line of the journal is as if it had not been written', async () => {
    await lab.print(tareaOf(1))
    const path = join(lab.folder, 'diario.jsonl')
    appendFileSync(path, '{"intento":9,"cerca":1,"se')
    const again = await openJournal(path)
    expect([...again.attempts().keys()]).toEqual([1])
    await again.close()
  })
})
