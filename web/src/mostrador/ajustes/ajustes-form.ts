import { type Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { ambiguousProblem } from '@imprimitodo/shared/rules/base/numero-escrito'
import { OTRAS_HOJAS, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { DEFAULT_TARIFAS, type ListaPrecios, tarifasProblem } from '@imprimitodo/shared/rules/compra/precio'
import type { Plantilla } from '@imprimitodo/shared/rules/mostrador/plantilla'
import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import { messagesIn } from '../../api/reason.ts'
import { changedIn, isSameJson } from '../changed-in.ts'
import { numberIn, typed } from '../dueno/valores.ts'
import { checkBody } from '../esquema.ts'

export type PreciosEscritos = { byn: { una: string; dos: string }; color: { una: string; dos: string } }

/** The settings as they are typed. `key` of a binding row only tells rows apart on the screen. */
export type AjustesForm = PreciosEscritos & {
  /** The prices of other paper than A4; paper whose four prices are empty is not sold. */
  hojas: Record<OtraHoja, PreciosEscritos>
  color_por_hoja: boolean
  anillado: { key: number; hasta: string; precio: string }[]
  descuentoCompra: string
  radioPermitido: string
  precioDelivery: string
  minutos_anillado: string
  minutos_margen: string
  retencion_dias: string
  retencion_listo_dias: string
  sensibilidad_color: Sensibilidad
  paginas_archivo: string
  paginas_pedido: string
  pedidos_abiertos: string
  por_venta: string
  por_cliente_dia: string
  whatsapp: Record<Plantilla, string>
}

/** Messages by the part of the form they belong under; 'general' where none is named. */
export type AjustesProblems = Partial<Record<Part, string>>
export const PARTS = [
  'precios',
  'hojas',
  'anillado',
  'descuentoCompra',
  'radioPermitido',
  'precioDelivery',
  'promesa',
  'retencion_dias',
  'retencion_listo_dias',
  'limites',
  'puntos_venta',
  'whatsapp',
  'general',
] as const
export type Part = (typeof PARTS)[number]

const typedHoja = (precios: Ajustes['hojas'][OtraHoja]): PreciosEscritos => ({
  byn: typedPair(precios?.byn ?? null),
  color: typedPair(precios?.color ?? null),
})

const typedPair = (pair: Ajustes['precios']['byn']) => ({
  una: pair ? typed(pair.una) : '',
  dos: pair ? typed(pair.dos) : '',
})

export const ajustesFormOf = (ajustes: Ajustes): AjustesForm => ({
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
  retencion_listo_dias: typed(ajustes.retencion_listo_dias),
  sensibilidad_color: ajustes.sensibilidad_color,
  paginas_archivo: typed(ajustes.limites.paginas_archivo),
  paginas_pedido: typed(ajustes.limites.paginas_pedido),
  pedidos_abiertos: typed(ajustes.limites.pedidos_abiertos),
  por_venta: typed(ajustes.puntos_venta.por_venta),
  por_cliente_dia: typed(ajustes.puntos_venta.por_cliente_dia),
  whatsapp: ajustes.whatsapp,
})

/** The wheel is edited elsewhere, as a whole. */
type Escritos = Partial<Omit<Ajustes, 'ruleta'>>
export type Read = { problems: AjustesProblems } | { problems: null; ajustes: Escritos }

/**
 * The settings to send, or their problems, by the checks that the server makes again. Prices that were `saved` may not
 * be emptied; those that were never filled may stay empty.
 */
export function readAjustesForm(form: AjustesForm, saved: Pick<Ajustes, 'precios' | 'anillado'>): Read {
  const precios = { byn: pairOf(form.byn), color: pairOf(form.color) }
  const hojas = hojasOf(form.hojas)
  const anillado = form.anillado.map(({ hasta, precio }) => ({
    hasta: numberIn(hasta),
    precio: numberIn(precio),
  }))
  const ajustes: Escritos = {
    hojas,
    color_por_hoja: form.color_por_hoja,
    precios,
    anillado,
    descuentoCompra: numberIn(form.descuentoCompra, '%'),
    radioPermitido: numberIn(form.radioPermitido),
    precioDelivery: numberIn(form.precioDelivery),
    promesa: {
      minutos_anillado: numberIn(form.minutos_anillado),
      minutos_margen: numberIn(form.minutos_margen),
    },
    retencion_dias: numberIn(form.retencion_dias),
    retencion_listo_dias: numberIn(form.retencion_listo_dias),
    sensibilidad_color: form.sensibilidad_color,
    limites: {
      paginas_archivo: numberIn(form.paginas_archivo),
      paginas_pedido: numberIn(form.paginas_pedido),
      pedidos_abiertos: numberIn(form.pedidos_abiertos),
    },
    puntos_venta: {
      por_venta: numberIn(form.por_venta),
      por_cliente_dia: numberIn(form.por_cliente_dia),
    },
    whatsapp: form.whatsapp,
  }
  const { precios: _, ...others } = ajustes
  const problems: AjustesProblems = {
    ...checkBody(AjustesChange, others, PARTS).problems,
    // The schema does not check the price list as a whole
    ...priceProblems({ ...precios, anillado, color_por_hoja: form.color_por_hoja }, saved),
    ...hojasProblems(hojas),
    ...ambiguousProblems(form),
  }
  return Object.keys(problems).length > 0 ? { problems } : { problems: null, ajustes }
}

/** The problem of the first number of each part that can be read in two ways. */
function ambiguousProblems(form: AjustesForm): AjustesProblems {
  const texts = ({ byn, color }: PreciosEscritos) => [byn.una, byn.dos, color.una, color.dos]
  const typedIn: Partial<Record<Part, string[]>> = {
    precios: texts(form),
    hojas: OTRAS_HOJAS.flatMap((hoja) => texts(form.hojas[hoja])),
    anillado: form.anillado.flatMap(({ hasta, precio }) => [hasta, precio]),
    descuentoCompra: [form.descuentoCompra],
    radioPermitido: [form.radioPermitido],
    precioDelivery: [form.precioDelivery],
    promesa: [form.minutos_anillado, form.minutos_margen],
    retencion_dias: [form.retencion_dias],
    retencion_listo_dias: [form.retencion_listo_dias],
    limites: [form.paginas_archivo, form.paginas_pedido, form.pedidos_abiertos],
    puntos_venta: [form.por_venta, form.por_cliente_dia],
  }
  const problems: AjustesProblems = {}
  for (const part of PARTS) {
    const [first] = typedIn[part]?.flatMap((text) => ambiguousProblem(text) ?? []) ?? []
    if (first) problems[part] = first
  }
  return problems
}

const pairOf = ({ una, dos }: { una: string; dos: string }) =>
  una.trim() || dos.trim() ? { una: numberIn(una), dos: numberIn(dos) } : null

/** Prices in pesos; paper without a single price is not sold. */
function hojasOf(typed: AjustesForm['hojas']): Ajustes['hojas'] {
  const filled = OTRAS_HOJAS.flatMap((nombre) => {
    const { byn, color } = typed[nombre]
    const pair = ({ una, dos }: PreciosEscritos['byn']) => ({ una: numberIn(una), dos: numberIn(dos) })
    const isEmpty = [byn.una, byn.dos, color.una, color.dos].every((text) => !text.trim())
    return isEmpty ? [] : [[nombre, { byn: pair(byn), color: pair(color) }] as const]
  })
  return Object.fromEntries(filled)
}

function hojasProblems(hojas: Ajustes['hojas']): AjustesProblems {
  const problem = tarifasProblem({ ...DEFAULT_TARIFAS, hojas })
  return problem ? { hojas: problem } : {}
}

/** `tarifasProblem` speaks of the whole list: the sheets are tried alone first, to know which half is meant. */
function priceProblems(pesos: ListaPrecios, saved: Pick<Ajustes, 'precios' | 'anillado'>): AjustesProblems {
  const { byn, color, anillado } = pesos
  const antes = { ...saved.precios, anillado: saved.anillado }
  const isUnreadable = (values: number[]) => values.some(Number.isNaN)
  const problems: AjustesProblems = {}
  if (isUnreadable([byn, color].flatMap((pair) => (pair ? [pair.una, pair.dos] : []))))
    problems.precios = 'Cada precio es un importe en pesos, como 100 o 100,50.'
  if (anillado.length > 0 && isUnreadable(anillado.flatMap(({ hasta, precio }) => [hasta, precio])))
    problems.anillado = 'Cada renglón lleva hasta cuántas hojas y un precio en pesos.'
  const centavosOf = (pair: ListaPrecios['byn']) =>
    pair && { una: toCentavos(pair.una), dos: toCentavos(pair.dos) }
  const centavos: ListaPrecios = {
    byn: centavosOf(byn),
    color: centavosOf(color),
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

/** Only what differs, so that two people editing different things do not undo each other (PUT merges). */
export function changesOf(before: Ajustes, { hojas, precios, ...others }: Escritos): AjustesChange {
  const { byn, color } = changedIn(before.precios, precios ?? before.precios)
  const papel = hojas ? OTRAS_HOJAS.filter((hoja) => !isSameJson(before.hojas[hoja], hojas[hoja])) : []
  return {
    ...changedIn(before, others),
    // Left out it would keep its prices: null says that it is sold no longer
    ...(papel.length > 0 && {
      hojas: Object.fromEntries(papel.map((hoja) => [hoja, hojas?.[hoja] ?? null])),
    }),
    // A price that is not filled yet is left out
    ...((byn || color) && { precios: { ...(byn && { byn }), ...(color && { color }) } }),
  }
}

/** A refusal's body ({campo: [mensajes]} or {detail}) put under the parts it names. */
export function problemsOfAnswer(body: unknown, errores: string | null): AjustesProblems {
  const problems: AjustesProblems = {}
  for (const [path, text] of Object.entries(messagesIn(body))) {
    const part = PARTS.find((known) => path === known || path.startsWith(`${known}.`)) ?? 'general'
    problems[part] = problems[part] ? `${problems[part]} ${text}` : text
  }
  if (Object.keys(problems).length > 0) return problems
  return { general: errores ?? 'No se pudieron guardar los ajustes.' }
}
