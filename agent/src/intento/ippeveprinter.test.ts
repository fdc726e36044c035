// The same promises, against a printer program that we did not write.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealPrinter, startIppeveprinter, TOOLS } from '../testing/ippeveprinter.ts'
import { type Lab, SHA, startLab, tareaOf } from '../testing/lab.ts'
import { haveTools } from '../testing/tools.ts'

describe.skipIf(!haveTools(TOOLS, 'printing on ippeveprinter'))('ippeveprinter', () => {
  let printer: RealPrinter
  let lab: Lab
  beforeAll(async () => {
    printer = await startIppeveprinter()
    lab = await startLab({ port: printer.port })
  })
  afterAll(async () => {
    await lab?.close()
    await printer?.close()
  })

  it('says what it can do', () => {
    expect(lab.perfil).toMatchObject({
      pdf: true,
      dos_pasos: true,
      color: true,
      copias_max: 999,
      ppm: 40,
      ppm_color: 35,
      escala: true,
      lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
    })
  })

  it('sides x edge x colour x copies: each arrives as ordered, its document byte for byte', async () => {
    const orders = [1, 2].flatMap((lados) =>
      ['largo', 'corto'].flatMap((borde) =>
        [true, false].flatMap((color) =>
          [1, 3, 50].map((copias) => ({
            color,
            copias,
            lados: lados === 2 ? (2 as const) : (1 as const),
            borde: borde === 'corto' ? ('corto' as const) : ('largo' as const),
          })),
        ),
      ),
    )
    const wanted: object[] = []
    for (const [index, ficha] of orders.entries()) {
      const tarea = tareaOf(5_000 + index, ficha)
      const end = await lab.print(tarea, { printer: lab.direct })
      expect(end.fase, JSON.stringify(ficha)).toBe('completo')
      wanted.push({
        name: tarea.nombre,
        copies: ficha.copias,
        color: ficha.color ? 'color' : 'monochrome',
        sides:
          ficha.lados === 1 ? 'one-sided' : `two-sided-${ficha.borde === 'corto' ? 'short' : 'long'}-edge`,
        media: 'iso_a4_210x297mm',
        sha256: SHA,
        bytes: 60_123,
      })
    }
    expect(printer.paper().slice(-orders.length)).toMatchObject(wanted)
  })

  it('out of paper: it waits for the same job; another one is told to wait its turn', async () => {
    printer.mode('paper')
    const told: (string | null)[] = []
    const first = lab.print(tareaOf(6_001), { printer: lab.direct })
    await expect.poll(() => lab.fasesOf(6_001)).toContain('enviado')
    const second = lab.print(tareaOf(6_002), { printer: lab.direct, waiting: (why) => told.push(why) })
    await expect.poll(() => told).toContain('Impresora ocupada')
    printer.mode('fast')
    expect([(await first).fase, (await second).fase]).toEqual(['completo', 'completo'])
    expect(printer.paper().filter(({ name }) => name === tareaOf(6_001).nombre)).toHaveLength(1)
  })

  it('aborted mid-job: a person decides, with the sides that came out', async () => {
    printer.mode('abort')
    const end = await lab.print(tareaOf(6_003), { printer: lab.direct })
    printer.mode('fast')
    expect(end).toMatchObject({ fase: 'abortado', impresiones: 46 })
  })

  it('unplugged while it prints: a person is asked', async () => {
    printer.mode('paper')
    const going = lab.print(tareaOf(6_004), { printer: lab.direct })
    await expect.poll(() => lab.fasesOf(6_004)).toContain('enviado')
    await printer.restart()
    printer.mode('fast')
    expect((await going).fase).toBe('verificar')
  })
})
