import { describe, expect, it } from 'vitest'
import { since } from './asunto.ts'
import { asuntosOf, type Hechos } from './asuntos.ts'
import { figurasOf } from './figuras.ts'
import { prometheusText } from './prometheus.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const MINUTE_S = 60
const DAY_MS = 24 * 3600_000
const GB = 1e9

const SANO = {
  reloj: { adelanto: 0 },
  disco: { libre: 100 * GB, reserva: GB, takes: true },
  impresoras: [],
  agentes: [],
  base: { bytes: GB, conexiones: 5, maximo: 100 },
  pedidos: [],
  pagos: { links: 0, avisos: 0, avisos_s: 0, devoluciones: 0, devoluciones_s: 0 },
  pagosSinPedido: [],
  correos: { esperan: 0, esperan_s: 0, rechazados: 0, dominios_seguidos: 0, semana: 0 },
  facturas: { esperan: 0, esperan_s: 0, rechazadas: 0 },
  trabajos: [],
  impresiones: [],
  archivos: [],
  sumas: [],
  respaldos: { bueno: NOW - 3600_000, bytes: GB, falla: null, falla_desde: null, primer_pedido: null },
  copias: {
    respaldo: NOW - 3600_000,
    aviso: null,
    falla: null,
    falla_desde: null,
    primero: NOW - 9 * DAY_MS,
  },
  ensayos: {
    bueno: NOW - DAY_MS,
    segundos: 200,
    archivos: 12,
    falla: null,
    falla_desde: null,
    comenzo: false,
    primero: NOW - 99 * DAY_MS,
  },
} satisfies Hechos['cifras']
const found = (cifras: Partial<Hechos['cifras']>, rest: Partial<Hechos> = {}) =>
  asuntosOf({
    now: NOW,
    cifras: { ...SANO, ...cifras },
    fallas: [],
    vendedor: null,
    copia: 's3://copia/tienda',
    ...rest,
  })
const figures = (cifras: Partial<Hechos['cifras']>, rest: Partial<Hechos> = {}) =>
  prometheusText(
    figurasOf({
      now: NOW,
      cifras: { ...SANO, ...cifras },
      fallas: [],
      vendedor: null,
      copia: 's3://copia/tienda',
      ...rest,
    }),
  )
const wrong = (...args: Parameters<typeof found>) =>
  found(...args).flatMap(({ cual, estado }) => (estado === 'bien' ? [] : [`${cual} ${estado}`]))

it('where nothing is wrong there are no messages', () => {
  expect(wrong({})).toEqual([])
  expect(found({}).every(({ hacer, detalle }) => hacer === null && detalle !== '')).toBe(true)
})

describe('the backup', () => {
  const { respaldos } = SANO
  it.each([
    ['of 24 hours', { bueno: NOW - DAY_MS }, []],
    ['of more', { bueno: NOW - DAY_MS - 1 }, ['respaldo urgente']],
    ['failed since, the good one of today', { falla: 'x', falla_desde: NOW }, ['respaldo atencion']],
    ['never, and no order to lose', { bueno: null }, []],
    ['never, orders of today', { bueno: null, primer_pedido: NOW - DAY_MS }, []],
    ['never, orders of yesterday', { bueno: null, primer_pedido: NOW - DAY_MS - 1 }, ['respaldo urgente']],
    ['never, and it failed', { bueno: null, falla: 'x', falla_desde: NOW }, ['respaldo atencion']],
  ])('%s', (_, change, expected) => {
    expect(wrong({ respaldos: { ...respaldos, ...change } })).toEqual(expected)
  })
})

describe('the bitacora', () => {
  const bitacora = {
    comienzo: NOW - 10 * DAY_MS,
    desde: NOW - 9 * DAY_MS,
    hasta: NOW - 20_000,
    partida: NOW - 2 * DAY_MS,
    pendiente: 0,
    ocupa: 0,
    falla: null,
  }
  const falla = { texto: 'No hay lugar en el disco de los respaldos.', desde: NOW - 60_000 }
  it.each([
    ['of twenty seconds', {}, []],
    ['of five minutes', { hasta: NOW - 300_000 }, []],
    ['of more', { hasta: NOW - 300_001 }, ['bitacora urgente']],
    ['failed since', { falla }, ['bitacora atencion']],
    [
      'never, as it fails',
      { desde: null, hasta: null, falla: { ...falla, desde: NOW - 300_001 } },
      ['bitacora urgente'],
    ],
    ['not yet', { desde: null, hasta: null, partida: null }, []],
    [
      'without its first copy for an hour',
      { desde: null, partida: null, falla: { ...falla, desde: NOW - 3600_001 } },
      ['bitacora urgente'],
    ],
    ['its copy is two weeks old', { partida: NOW - 15 * DAY_MS - 1 }, ['bitacora atencion']],
    ['it piles up', { pendiente: GB, ocupa: GB }, ['bitacora atencion']],
  ])('%s', (_, change, expected) => {
    expect(wrong({}, { bitacora: { ...bitacora, ...change } })).toEqual(expected)
  })

  it('says since when there is no point in time if the first copy fails', () => {
    const change = { desde: null, partida: null, falla: { ...falla, desde: NOW - 2 * 3600_000 } }
    const told = found({}, { bitacora: { ...bitacora, ...change } }).find(({ cual }) => cual === 'bitacora')
    expect(told?.detalle).toMatch(
      /^A lo que pasó desde el mié 11\/11, 12:00 no se puede volver: falta la copia de la base\. Falla desde el /,
    )
  })

  it('says from when to when, why it fails, and how much log waits', () => {
    const change = { falla, pendiente: GB, ocupa: 2 * GB, hasta: NOW - 400_000 }
    const told = found({}, { bitacora: { ...bitacora, ...change } }).find(({ cual }) => cual === 'bitacora')
    expect(told).toMatchObject({
      detalle:
        'Se puede volver a cualquier momento desde el jue 12/11, 12:00 hasta hace 6 minutos. Falla desde el sáb 21/11, 11:59: No hay lugar en el disco de los respaldos. Sin guardar esperan 1 GB; en el disco ocupan 2 GB.',
      hacer: expect.stringContaining('la tienda sigue andando'),
    })
  })
})

it.each([
  [
    'backup_last_good',
    { respaldos: { ...SANO.respaldos, bueno: null, primer_pedido: NOW - DAY_MS - 1 } },
    {},
  ],
  ['backup_copy', { copias: { ...SANO.copias, respaldo: null } }, {}],
  [
    'log_archived',
    {},
    {
      bitacora: {
        comienzo: null,
        desde: null,
        hasta: null,
        partida: null,
        pendiente: 0,
        ocupa: 0,
        falla: { texto: 'x', desde: NOW - 300_001 },
      },
    },
  ],
])(
  '%s: what is due and was never made is a figure of 1970, so that Prometheus tells it too',
  (name, cifras, rest) => {
    const figure = `imprimitodo_shop_${name}_seconds 0\n`
    expect(figures(cifras, rest)).toContain(figure)
    expect(figures({}, {})).not.toContain(figure)
  },
)

it('a backup that was never made and is not due has no figure', () => {
  const none = { respaldos: { ...SANO.respaldos, bueno: null }, copias: { ...SANO.copias, respaldo: null } }
  expect(figures(none, { copia: null })).not.toMatch(/_shop_backup_(?:last_good|copy)_seconds/)
})

describe('its copy in a second place', () => {
  const { copias } = SANO
  const failed = { falla: 'No hay lugar en /mnt/otro.', falla_desde: NOW }
  it.each([
    ['of two days', { respaldo: NOW - 2 * DAY_MS }, []],
    ['of more', { respaldo: NOW - 2 * DAY_MS - 1 }, ['copia urgente']],
    ['failed since, the good one of today', failed, ['copia atencion']],
    ['where something got lost', { aviso: 'Allá se había perdido 1 archivo.' }, ['copia atencion']],
    ['never, and no backup yet', { respaldo: null, primero: null }, []],
    ['never, the first backup is of today', { respaldo: null, primero: NOW }, []],
    ['never, and it fails', { respaldo: null, primero: NOW, ...failed }, ['copia atencion']],
    ['never, for days', { respaldo: null, ...failed }, ['copia urgente']],
  ])('%s', (_, change, expected) => {
    expect(wrong({ copias: { ...copias, ...change } })).toEqual(expected)
  })

  it('says its age, where it is, and why the last one failed', () => {
    const told = (rest: object) =>
      found({ copias: { ...copias, ...rest } }).find(({ cual }) => cual === 'copia')
    expect(told({})?.detalle).toBe(
      'La de s3://copia/tienda tiene 60 minutos: es del respaldo del sáb 21/11, 11:00.',
    )
    expect(told(failed)?.detalle).toMatch(/El último intento \(.+\) falló: No hay lugar en \/mnt\/otro\.$/)
  })

  it('is missed in a shop that sells; nothing is said if backups are made elsewhere', () => {
    expect(wrong({}, { copia: null })).toEqual(['copia atencion'])
    expect(found({}, { copia: undefined }).map(({ cual }) => cual)).not.toContain('copia')
  })
})

describe('the restore that tests it', () => {
  const { ensayos } = SANO
  const failed = { falla: 'El respaldo está dañado.', falla_desde: NOW, comenzo: true }
  it.each([
    ['of two weeks', { bueno: NOW - 15 * DAY_MS }, []],
    ['of more', { bueno: NOW - 15 * DAY_MS - 1 }, ['ensayo atencion']],
    ['failed since', failed, ['ensayo urgente']],
    ['without room for it', { ...failed, comenzo: false }, ['ensayo atencion']],
    ['never, the first backup is of yesterday', { bueno: null, primero: NOW - DAY_MS }, []],
    ['never, for weeks', { bueno: null }, ['ensayo atencion']],
  ])('%s', (_, change, expected) => {
    expect(wrong({ ensayos: { ...ensayos, ...change } })).toEqual(expected)
  })

  it('says when it last worked and how long it took', () => {
    expect(found({}).find(({ cual }) => cual === 'ensayo')?.detalle).toBe(
      'La última que salió bien es del vie 20/11, 12:00: volvió todo, con 12 archivos, en 3 minutos.',
    )
  })
})

it.each([
  [5 * GB, []],
  [5 * GB - 1, ['disco atencion']],
  [2 * GB - 1, ['disco urgente']],
  [0, ['disco urgente']],
])('the disk with %i bytes left above a reserve of 1 GB', (libre, expected) => {
  expect(wrong({ disco: { libre, reserva: GB, takes: true } })).toEqual(expected)
})

it('a disk that takes no file is urgent, however much is free on it', () => {
  expect(wrong({ disco: { libre: 100 * GB, reserva: GB, takes: false } })).toEqual(['disco urgente'])
})

it('missing or changed files are told order by order, with a link', () => {
  const of = { pedido_id: 'p1', numero: 1042, sucursal: 'Alberdi', pedida: null, recibida: false }
  const archivos = [
    { ...of, nombre: 'tesis.pdf', danado: 'cambió' as const },
    { ...of, nombre: 'anexo.pdf', danado: 'no está' as const },
    { ...of, pedido_id: 'p2', numero: 1043, nombre: 'tapa.pdf', danado: 'no está' as const },
  ]
  expect(wrong({ archivos })).toEqual(['archivos:1042 urgente', 'archivos:1043 urgente'])
  expect(found({ archivos }).find(({ cual }) => cual === 'archivos:1042')).toMatchObject({
    detalle: '«tesis.pdf» se dañó en el disco. «anexo.pdf» ya no está en el disco.',
    sucursal: 'Alberdi',
    enlace: '/mostrador/pedidos/p1',
    pedir: 'p1',
  })
})

it('a file that was asked for is not urgent; one that came waits for the counter', () => {
  const lost = { pedido_id: 'p1', numero: 1042, sucursal: 'Alberdi', nombre: 'tesis.pdf' } as const
  const of = (pedida: number | null, recibida: boolean) => ({
    archivos: [{ ...lost, danado: 'cambió' as const, pedida, recibida }],
  })
  const asunto = (pedida: number | null, recibida: boolean) =>
    found(of(pedida, recibida)).find(({ cual }) => cual === 'archivos:1042')
  expect(asunto(NOW - 7200_000, false)).toMatchObject({
    detalle: '«tesis.pdf» se dañó en el disco: se le pidió al cliente hace 2 horas.',
    estado: 'atencion',
    pedir: null,
  })
  expect(asunto(NOW, true)).toMatchObject({
    detalle: '«tesis.pdf» se dañó en el disco: el cliente mandó otro, que espera tu respuesta.',
    estado: 'urgente',
    pedir: null,
  })
})

describe('waiting jobs', () => {
  const soon = 15 * MINUTE_S
  const pagos = { ...SANO.pagos, links: 9 }
  it.each<[string, Partial<Hechos['cifras']>, string[]]>([
    ['links are the customers’ business', { pagos }, []],
    ['notifications for a while', { pagos: { ...pagos, avisos: 2, avisos_s: soon } }, []],
    ['notifications for long', { pagos: { ...pagos, avisos: 2, avisos_s: soon + 1 } }, ['pagos urgente']],
    [
      'refunds for long',
      { pagos: { ...pagos, devoluciones: 1, devoluciones_s: soon + 1 } },
      ['pagos atencion'],
    ],
    ['mails for a while', { correos: { ...SANO.correos, esperan: 3, esperan_s: soon } }, []],
    ['mails for long', { correos: { ...SANO.correos, esperan: 3, esperan_s: soon + 1 } }, ['correo urgente']],
    [
      'mails refused',
      { correos: { ...SANO.correos, rechazados: 9, dominios_seguidos: 2 } },
      ['correo atencion'],
    ],
    [
      'mails of several domains refused, and none sent since',
      { correos: { ...SANO.correos, rechazados: 9, dominios_seguidos: 3 } },
      ['correo urgente'],
    ],
    [
      'vouchers for long',
      { facturas: { esperan: 1, esperan_s: soon + 1, rechazadas: 0 } },
      ['facturas atencion'],
    ],
    ['vouchers refused', { facturas: { esperan: 0, esperan_s: 0, rechazadas: 1 } }, ['facturas atencion']],
    [
      'a job for long',
      { trabajos: [{ cola: 'correo', estado: 'retry', cantidad: 1, atraso_s: soon + 1 }] },
      ['trabajos atencion'],
    ],
    [
      'a job at work for hours',
      { trabajos: [{ cola: 'color', estado: 'active', cantidad: 1, atraso_s: 9_999 }] },
      [],
    ],
    ['connections', { base: { bytes: 1, conexiones: 90, maximo: 100 } }, ['base atencion']],
    ['a clock that is late', { reloj: { adelanto: -5_001 } }, ['reloj atencion']],
  ])('%s', (_, change, expected) => expect(wrong(change)).toEqual(expected))
})

it('a service that failed twice may have had a bad moment; three times is told, payments first', () => {
  const falla = (cual: string, failures: number) => ({ fallas: [{ cual, since: NOW - 60_000, failures }] })
  expect(wrong({}, falla('pagos', 2))).toEqual([])
  expect(wrong({}, falla('pagos', 3))).toEqual(['proveedor:pagos urgente'])
  expect(wrong({}, falla('mapas', 3))).toEqual(['proveedor:mapas atencion'])
})

it('printers whose agent is silent are told once, with their agent', () => {
  const impresora = {
    nombre: 'Ricoh',
    sucursal: 'Alberdi',
    anda: false,
    texto: 'Sin noticias',
    vista: null,
    hojas: 3,
  }
  const agente = (visto: number | null) => ({ agentes: [{ nombre: 'Norte', sucursal: 'Alberdi', visto }] })
  expect(wrong({ impresoras: [impresora], ...agente(NOW - 121_000) })).toEqual(['agente:Norte atencion'])
  expect(wrong({ impresoras: [impresora], ...agente(null) })).toEqual(['agente:Norte atencion'])
  expect(wrong({ impresoras: [impresora], ...agente(NOW) })).toEqual(['impresora:Ricoh atencion'])
})

describe('figures that could not be read in time', () => {
  it.each<[keyof Hechos['cifras'], string[]]>([
    ['correos', ['correo']],
    ['agentes', ['agentes', 'impresoras']],
    ['disco', ['disco']],
  ])('%s: is said of it alone', (name, expected) => {
    expect(wrong({ [name]: null })).toEqual(expected.map((cual) => `${cual} atencion`))
  })

  it('if the database is down, that is said once, with the facts that are known without it', () => {
    const nothing = Object.fromEntries(Object.keys(SANO).map((name) => [name, null]))
    const disco = { libre: 0, reserva: GB, takes: true }
    expect(wrong({ ...nothing, disco })).toEqual(['disco urgente', 'base urgente'])
  })
})

describe('a total of a report that differs from its facts', () => {
  const suma = {
    que: 'caja' as const,
    guardado: 123_450,
    contado: 120_000,
    distintas: 1,
    dia: '2026-10-12',
    cuando: NOW,
  }
  it.each([
    ['its day and both amounts', {}, 'del 12/10/2026 daba $ 1.234,50 y sus movimientos $ 1.200,00.'],
    ['of two days', { distintas: 2 }, '1.200,00. Otro día tampoco daba lo mismo.'],
    ['of more', { distintas: 12 }, '1.200,00. Otros 11 días tampoco daban lo mismo.'],
    [
      'where only what is behind the amount is not the same',
      { guardado: 120_000 },
      'daba la misma suma que sus movimientos ($ 1.200,00), repartida de otra manera.',
    ],
    [
      'of what is no money',
      { que: 'promesas' as const, guardado: 1, contado: 2 },
      'daba 1 pedido y sus movimientos 2 pedidos.',
    ],
  ])('%s', (_, change, expected) => {
    const [told] = found({ sumas: [{ ...suma, ...change }] }).filter(({ cual }) =>
      cual.startsWith('totales:'),
    )
    expect(told?.estado).toBe('urgente')
    expect(told?.detalle.endsWith(expected)).toBe(true)
  })
})

it('mails without a mail server have a message of their own', () => {
  expect(wrong({}, { sinCorreo: true })).toEqual(['correo atencion'])
  const told = (semana: number) =>
    found({ correos: { ...SANO.correos, semana } }, { sinCorreo: true }).find(({ cual }) => cual === 'correo')
      ?.detalle
  expect(told(12)).toMatch(/^Se guardan y no salen: .* En los últimos 7 días, 12 mails\.$/)
  expect(told(0)).toMatch(/su pedido está listo\.$/)
})

it.each([
  ['without one nothing is said', undefined, []],
  ['of a month and a day', NOW + 31 * DAY_MS, []],
  ['of less than 30 days', NOW + 29 * DAY_MS, ['certificado atencion']],
  ['that has ended', NOW, ['certificado urgente']],
])('a certificate of ARCA %s', (_, certificado, expected) => {
  expect(wrong({}, { certificado })).toEqual(expected)
})

it('a made-up seller is told', () => {
  expect(wrong({}, { vendedor: 'de ejemplo' })).toEqual(['vendedor atencion'])
  expect(wrong({}, { vendedor: 'sin llenar' })).toEqual(['vendedor atencion'])
})

it.each([
  [1_000, '1 segundo'],
  [119_000, '119 segundos'],
  [120_000, '2 minutos'],
  [7_199_000, '119 minutos'],
  [7_200_000, '2 horas'],
  [47.9 * 3600_000, '47 horas'],
  [3 * DAY_MS, '3 días'],
])('%i ms are %s', (ms, text) => expect(since(ms)).toBe(text))
