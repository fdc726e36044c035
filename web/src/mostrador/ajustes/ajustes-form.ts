import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { MAX_LIMITE_PAGINAS } from '@imprimitodo/shared/rules/archivo'
import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import { OTRAS_HOJAS, type OtraHoja } from '@imprimitodo/shared/rules/hoja'
import { MAX_ABIERTOS } from '@imprimitodo/shared/rules/pedido'
import {
  PLANTILLA_TITLES,
  PLANTILLAS,
  type Plantilla,
  plantillaProblem,
} from '@imprimitodo/shared/rules/plantilla'
import { DEFAULT_TARIFAS, type ListaPrecios, tarifasProblem } from '@imprimitodo/shared/rules/precio'
import { MAX_TOPE_PUNTOS } from '@imprimitodo/shared/rules/puntos'
import type { Sensibilidad } from '@imprimitodo/shared/rules/tinta'

export type PreciosEscritos = { byn: { una: string; dos: string }; color: { una: string; dos: string } }

/** The settings as they are typed. `key` of a binding row only tells rows apart on the screen. */
export type AjustesForm = {
  byn: { una: string; dos: string }
  color: { una: string; dos: string }
  /** Of paper beside A4; all four empty: it is not sold. */
  hojas: Record<OtraHoja, PreciosEscritos>
  color_por_hoja: boolean
  anillado: { key: number; hasta: string; precio: string }[]
  descuentoCompra: string
  radioPermitido: string
  precioDelivery: string
  minutos_anillado: string
  minutos_margen: string
  retencion_dias: string
  sensibilidad_color: Sensibilidad
  paginas_archivo: string
  paginas_pedido: string
  pedidos_abiertos: string
  por_venta: string
  por_cliente_dia: string
  whatsapp: Record<Plantilla, string>
}

/** Messages by the part of the form they belong under; 'general' where none is named. */
export type Problems = Partial<Record<Part, string>>
export const PARTS = [
  'precios',
  'hojas',
  'anillado',
  'descuentoCompra',
  'radioPermitido',
  'precioDelivery',
  'promesa',
  'retencion_dias',
  'limites',
  'puntos_venta',
  'whatsapp',
  'general',
] as const
export type Part = (typeof PARTS)[number]

const typed = (value: number): string => String(value).replace('.', ',')

const typedHoja = (precios: Ajustes['hojas'][OtraHoja]): PreciosEscritos => ({
  byn: typedPair(precios?.byn ?? null),
  color: typedPair(precios?.color ?? null),
})

const typedPair = (pair: Ajustes['precios']['byn']) => ({
  una: pair ? typed(pair.una) : '',
  dos: pair ? typed(pair.dos) : '',
})

export const formOf = (ajustes: Ajustes): AjustesForm => ({
  byn: typedPair(ajustes.precios.byn),
  color: typedPair(ajustes.precios.color),
  hojas: { A3: typedHoja(ajustes.hojas.A3), Oficio: typedHoja(ajustes.hojas.Oficio) },
  color_por_hoja: ajustes.color_por_hoja,
  anillado: ajustes.anillado.map(({ hasta, precio }, key) => ({
    key,
    hasta: typed(hasta),
    precio: typed(precio),
  })),
  descuentoCompra: typed(ajustes.descuentoCompra),
  radioPermitido: typed(ajustes.radioPermitido),
  precioDelivery: typed(ajustes.precioDelivery),
  minutos_anillado: typed(ajustes.promesa.minutos_anillado),
  minutos_margen: typed(ajustes.promesa.minutos_margen),
  retencion_dias: typed(ajustes.retencion_dias),
  sensibilidad_color: ajustes.sensibilidad_color,
  paginas_archivo: typed(ajustes.limites.paginas_archivo),
  paginas_pedido: typed(ajustes.limites.paginas_pedido),
  pedidos_abiertos: typed(ajustes.limites.pedidos_abiertos),
  por_venta: typed(ajustes.puntos_venta.por_venta),
  por_cliente_dia: typed(ajustes.puntos_venta.por_cliente_dia),
  whatsapp: ajustes.whatsapp,
})

/** A number as people here write it: '1200', '1.200', '1200,50', '1.200,50'. NaN if it is none. */
export function readNumber(text: string): number {
  const clean = text.trim()
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(clean)) return Number(clean.replaceAll('.', '').replace(',', '.'))
  return /^-?\d+([.,]\d+)?$/.test(clean) ? Number(clean.replace(',', '.')) : Number.NaN
}

export type Read = { problems: Problems } | { problems: null; ajustes: Partial<Ajustes> }

/**
 * What to send, or what is wrong with it: the checks that the server makes again. Of `saved`, what has prices keeps some;
 * what has none yet may stay without.
 */
export function readForm(form: AjustesForm, saved: Pick<Ajustes, 'precios' | 'anillado'>): Read {
  const precios = { byn: pairOf(form.byn), color: pairOf(form.color) }
  const hojas = hojasOf(form.hojas)
  const anillado = form.anillado.map(({ hasta, precio }) => ({
    hasta: readNumber(hasta),
    precio: readNumber(precio),
  }))
  const [descuentoCompra, radioPermitido, precioDelivery, retencion_dias] = [
    readNumber(form.descuentoCompra),
    readNumber(form.radioPermitido),
    readNumber(form.precioDelivery),
    readNumber(form.retencion_dias),
  ]
  const promesa = {
    minutos_anillado: readNumber(form.minutos_anillado),
    minutos_margen: readNumber(form.minutos_margen),
  }
  const limites = {
    paginas_archivo: readNumber(form.paginas_archivo),
    paginas_pedido: readNumber(form.paginas_pedido),
    pedidos_abiertos: readNumber(form.pedidos_abiertos),
  }
  const puntos_venta = {
    por_venta: readNumber(form.por_venta),
    por_cliente_dia: readNumber(form.por_cliente_dia),
  }
  const problems: Problems = {
    ...priceProblems({ ...precios, anillado, color_por_hoja: form.color_por_hoja }, saved),
    ...hojasProblems(hojas),
    ...(!(descuentoCompra >= 0 && descuentoCompra <= 100) && {
      descuentoCompra: 'El descuento es un porcentaje de 0 a 100.',
    }),
    ...(!(radioPermitido >= 0) && { radioPermitido: 'El radio es un número de kilómetros desde 0.' }),
    ...(!(precioDelivery >= 0) && { precioDelivery: 'El precio del envío es un importe desde 0.' }),
    ...(!(isWithin(promesa.minutos_anillado, 240) && isWithin(promesa.minutos_margen, 2880)) && {
      promesa: 'Los minutos son números enteros: hasta 240 por anillado y hasta 2880 de margen.',
    }),
    ...(!(Number.isInteger(retencion_dias) && retencion_dias >= 1 && retencion_dias <= 3650) && {
      retencion_dias: 'Los días son un número entero de 1 a 3650.',
    }),
    ...limitesProblems(limites),
    ...(!Object.values(puntos_venta).every((tope) => isWithin(tope, MAX_TOPE_PUNTOS)) && {
      puntos_venta: 'Los topes de puntos son números enteros, de 0 a 100 millones.',
    }),
    ...plantillasProblems(form.whatsapp),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const ajustes = {
    precios,
    hojas,
    color_por_hoja: form.color_por_hoja,
    anillado,
    descuentoCompra,
    radioPermitido,
    precioDelivery,
    promesa,
    retencion_dias,
    sensibilidad_color: form.sensibilidad_color,
    limites,
    puntos_venta,
    whatsapp: form.whatsapp,
  }
  return { problems: null, ajustes }
}

function limitesProblems({ pedidos_abiertos, ...paginas }: Ajustes['limites']): Problems {
  if (!Object.values(paginas).every((value) => isWithin(value, MAX_LIMITE_PAGINAS) && value >= 1))
    return { limites: `Las páginas son un número entero de 1 a ${MAX_LIMITE_PAGINAS}.` }
  if (!(isWithin(pedidos_abiertos, MAX_ABIERTOS) && pedidos_abiertos >= 1))
    return { limites: `Los pedidos sin pagar son un número entero de 1 a ${MAX_ABIERTOS}.` }
  return {}
}

/** Of each text under its name, so that the owner finds which. */
function plantillasProblems(whatsapp: AjustesForm['whatsapp']): Problems {
  const found = PLANTILLAS.flatMap((one) => {
    const problem = plantillaProblem(whatsapp[one])
    return problem ? [`${PLANTILLA_TITLES[one]}: ${problem}`] : []
  })
  return found.length > 0 ? { whatsapp: found.join(' ') } : {}
}

const isWithin = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max

const pairOf = ({ una, dos }: { una: string; dos: string }) =>
  una.trim() || dos.trim() ? { una: readNumber(una), dos: readNumber(dos) } : null

/** Pesos; what has not one price is not sold. */
function hojasOf(typed: AjustesForm['hojas']): Ajustes['hojas'] {
  const filled = OTRAS_HOJAS.flatMap((nombre) => {
    const { byn, color } = typed[nombre]
    const pair = ({ una, dos }: PreciosEscritos['byn']) => ({ una: readNumber(una), dos: readNumber(dos) })
    const isEmpty = [byn.una, byn.dos, color.una, color.dos].every((text) => !text.trim())
    return isEmpty ? [] : [[nombre, { byn: pair(byn), color: pair(color) }] as const]
  })
  return Object.fromEntries(filled)
}

function hojasProblems(hojas: Ajustes['hojas']): Problems {
  const problem = tarifasProblem({ ...DEFAULT_TARIFAS, hojas })
  return problem ? { hojas: problem } : {}
}

/** `tarifasProblem` speaks of the whole list: the sheets are tried alone first, to know which half is meant. */
function priceProblems(pesos: ListaPrecios, saved: Pick<Ajustes, 'precios' | 'anillado'>): Problems {
  const { byn, color, anillado } = pesos
  const antes = { ...saved.precios, anillado: saved.anillado }
  const isUnreadable = (values: number[]) => values.some(Number.isNaN)
  const problems: Problems = {}
  if (isUnreadable([byn, color].flatMap((pair) => (pair ? [pair.una, pair.dos] : []))))
    problems.precios = 'Cada precio es un importe en pesos, como 100 o 100,50.'
  if (anillado.length > 0 && isUnreadable(anillado.flatMap(({ hasta, precio }) => [hasta, precio])))
    problems.anillado = 'Cada renglón lleva hasta cuántas hojas y un precio en pesos.'
  const pairOf = (pair: ListaPrecios['byn']) =>
    pair && { una: toCentavos(pair.una), dos: toCentavos(pair.dos) }
  const centavos: ListaPrecios = {
    byn: pairOf(byn),
    color: pairOf(color),
    color_por_hoja: pesos.color_por_hoja,
    anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toCentavos(precio) })),
  }
  const free = { una: 0, dos: 0 }
  const sheets = tarifasProblem({ ...centavos, anillado: [{ hasta: 1, precio: 0 }] }, antes)
  const bindings = tarifasProblem({ ...centavos, byn: free, color: free }, antes)
  if (sheets && !problems.precios) problems.precios = sheets
  if (bindings && !problems.anillado) problems.anillado = bindings
  return problems
}

/** What is sent of it: a price that is not filled yet is left out. */
export type Cambios = Omit<Partial<Ajustes>, 'precios' | 'hojas'> & Pick<AjustesChange, 'precios' | 'hojas'>

/** Only what differs, so that two people editing different things do not undo each other (PUT merges). */
export function changesOf(before: Ajustes, after: Partial<Ajustes>): Cambios {
  const known: Partial<Record<string, unknown>> = before
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key]),
  )
  const { precios, hojas, ...others }: Partial<Ajustes> = Object.fromEntries(changed)
  const { byn, color } = precios ?? {}
  return {
    ...others,
    // Left out it would keep its prices: null says that it is sold no longer
    ...(hojas && { hojas: { A3: hojas.A3 ?? null, Oficio: hojas.Oficio ?? null } }),
    ...(precios && { precios: { ...(byn && { byn }), ...(color && { color }) } }),
  }
}

/** A refusal's body ({campo: [mensajes]} or {detail}) put under the parts it names. */
export function problemsOfAnswer(body: unknown, errores: string | null): Problems {
  const problems: Problems = {}
  if (typeof body === 'object' && body !== null)
    for (const [path, messages] of Object.entries(body)) {
      const part = PARTS.find((known) => path === known || path.startsWith(`${known}.`)) ?? 'general'
      const text = Array.isArray(messages) ? messages.join(' ') : String(messages)
      problems[part] = problems[part] ? `${problems[part]} ${text}` : text
    }
  if (Object.keys(problems).length > 0) return problems
  return { general: errores ?? 'No se pudieron guardar los ajustes.' }
}
