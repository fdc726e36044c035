import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { type Oferta, ofertaEdited, ofertaOn, ofertaProblem } from '@imprimitodo/shared/rules/vidriera/oferta'
import type { CampoDeEditor } from './editor.tsx'
import { numberOf, textOf, typed } from './valores.ts'

/** The fields of an offer, as typed. */
type Escrita = { importe: string; es_oferta: boolean; precio_anterior: string; oferta_hasta: string }

/** The form's values of an offer, in pesos; NaN for a text that is no number. */
const typedOferta = (valores: Escrita): Oferta => ({
  importe: numberOf(valores.importe),
  es_oferta: valores.es_oferta,
  precio_anterior: numberOf(valores.precio_anterior),
  oferta_hasta: textOf(valores.oferta_hasta) || null,
})

/** The offer that is sent. The fields of a product that is no offer are hidden, and ignored. */
export function ofertaOf(valores: Escrita): Oferta {
  const oferta = typedOferta(valores)
  return oferta.es_oferta ? oferta : { ...oferta, precio_anterior: null, oferta_hasta: null }
}

/** The fields of the offer of a product that was `antes`; null: a new one. `today`: 'YYYY-MM-DD'. */
export function ofertaCampos(
  valores: Escrita,
  antes: Oferta | null,
  today: string,
): CampoDeEditor<keyof Escrita>[] {
  const es_oferta: CampoDeEditor<keyof Escrita> = {
    name: 'es_oferta',
    label: 'Está en oferta',
    kind: 'si',
    hint: hintOf(typedOferta(valores), antes, today),
  }
  if (!valores.es_oferta) return [es_oferta]
  return [
    es_oferta,
    {
      name: 'precio_anterior',
      label: 'Precio antes de la oferta ($)',
      kind: 'numero',
      hint: 'Se muestra tachado, y vuelve cuando la oferta termina. Vacío: no se muestra.',
    },
    {
      name: 'oferta_hasta',
      label: 'Último día de la oferta',
      kind: 'fecha',
      hint: 'Vacío: hasta que la saques.',
    },
  ]
}

/** Tells, before the product is saved, how its price will change. */
function hintOf(oferta: Oferta, antes: Oferta | null, today: string): string {
  if (!antes?.es_oferta) return ''
  const { importe, es_oferta, precio_anterior, oferta_hasta } = oferta
  const price = (pesos: number | null) => (pesos === null ? 'a consultar' : formatPesos(pesos))
  if (es_oferta) {
    const shown = ofertaOn(oferta, today)
    if (shown.es_oferta || !oferta_hasta || oferta_hasta !== antes.oferta_hasta) return ''
    return `Terminó el ${formatFecha(oferta_hasta)}: en la vidriera está ${price(shown.importe)}.`
  }
  if (Number.isNaN(importe)) return ''
  if (importe !== null && importe === precio_anterior) return `Vuelve a ${price(importe)}.`
  return `Queda ${importe === null ? '' : 'en '}${price(importe)}.`
}

/**
 * Unticking the offer puts the price before into its field, unless another was typed; ticking it again undoes
 * that.
 */
export function editOferta<E extends Escrita>(valores: E, name: keyof E, antes: Oferta | null): E {
  if (name !== 'es_oferta' || !antes?.es_oferta) return valores
  const oferta = typedOferta(valores)
  if (Number.isNaN(oferta.precio_anterior)) return valores
  const isBack = oferta.es_oferta && oferta.importe === oferta.precio_anterior
  return { ...valores, importe: typed(isBack ? antes.importe : ofertaEdited(antes, oferta).importe) }
}

/** The message by field; null where nothing is wrong. Texts that are no number are left to the form. */
export function checkOferta(
  valores: Escrita,
  antes: Oferta | null,
  today: string,
): Record<string, string> | null {
  const oferta = ofertaOf(valores)
  if ([oferta.importe, oferta.precio_anterior].some(Number.isNaN)) return null
  const problem = ofertaProblem(oferta, antes, today)
  return problem && { [problem.campo]: problem.mensaje }
}
