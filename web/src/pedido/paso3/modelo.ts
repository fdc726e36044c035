import type { Entrega } from '@imprimitodo/shared/api/entregas'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { celularEscritoProblem, storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { PIN_REQUIRED } from '@imprimitodo/shared/rules/compra/entrega'
import { nombreRetiroProblem, notaProblem } from '@imprimitodo/shared/rules/compra/retiro'
import { messagesIn } from '../../api/reason.ts'
import type { Contacto } from '../carrito/carrito-state.ts'

export type CampoDePaso3 = 'email' | 'celular' | 'sucursal' | 'direccion' | 'pin' | 'nombre' | 'nota'
/** Problems by field. */
export type ProblemasDePaso3 = Partial<Record<CampoDePaso3, string>>

/** The functions that step 3 gives each of its fields. */
export type DeCampo = {
  /** The problem to show: the server's, or `problem` once the field was left. */
  problemOf: (campo: CampoDePaso3, problem: string | null) => string | null
  leave: (campo: CampoDePaso3) => void
  /** Call it when the field changes: the server's problem is no longer shown. */
  correct: (campo: CampoDePaso3) => void
  inputRef: (campo: CampoDePaso3) => (element: HTMLElement | null) => void
}

/** The state of the delivery's distance and cost. */
export type CalculoDeEntrega =
  | { kind: 'sin-datos' }
  | { kind: 'calculando' }
  /** `campo`: what would have to change. */
  | { kind: 'falla'; campo: 'direccion' | 'sucursal'; text: string }
  | { kind: 'lista'; entrega: Entrega }

/** Why Pay is blocked, and the field that would unblock it. */
export type Bloqueo = { campo: CampoDePaso3 | null; motivo: string }

export const SUCURSAL_REQUIRED = 'Elegí una sucursal.'
export const DIRECCION_REQUIRED = 'Escribí la dirección de entrega.'
const SIN_CONEXION = 'Sin conexión: cuando vuelva internet, seguís desde acá.'
export const LEJOS = 'Hasta esa dirección no llegamos. Elegí otra, o retirá en la sucursal.'

/** The first missing thing, in the order of the screen; null when it can be paid. */
export function bloqueoOf(
  contacto: Contacto,
  calculo: CalculoDeEntrega,
  pedido: Pick<PedidoAnswer, 'color_pendiente' | 'prueba_pendiente'> | undefined,
  { areCodigosBusy = false, isOnline = true } = {},
): Bloqueo | null {
  const email = emailProblem(contacto.email)
  if (email) return { campo: 'email', motivo: email }
  const celular = celularEscritoProblem(contacto.celular)
  if (celular) return { campo: 'celular', motivo: celular }
  if (!contacto.sucursal) return { campo: 'sucursal', motivo: SUCURSAL_REQUIRED }
  const entrega = contacto.modo === 'delivery' ? deliveryProblem(contacto, calculo, isOnline) : null
  if (entrega) return entrega
  const nombre = nombreRetiroProblem(contacto.nombre)
  if (nombre) return { campo: 'nombre', motivo: nombre }
  const nota = notaProblem(contacto.nota)
  if (nota) return { campo: 'nota', motivo: nota }
  const espera = esperaOf(pedido, areCodigosBusy)
  return espera === null ? null : { campo: null, motivo: isOnline ? espera : SIN_CONEXION }
}

/** Tells the customer to wait for things that come by themselves while there is a connection; null: there are none. */
function esperaOf(
  pedido: Pick<PedidoAnswer, 'color_pendiente' | 'prueba_pendiente'> | undefined,
  areCodigosBusy: boolean,
): string | null {
  if (!pedido) return 'Esperá a que carguemos el precio.'
  if (pedido.color_pendiente) return 'Esperá a que terminemos de buscar páginas con color.'
  if (pedido.prueba_pendiente) return 'Esperá a que terminemos de revisar cómo sale cada página.'
  return areCodigosBusy ? 'Esperá a que terminemos con tus códigos.' : null
}

function deliveryProblem(
  { direccion, pinConfirmado }: Contacto,
  calculo: CalculoDeEntrega,
  isOnline: boolean,
): Bloqueo | null {
  if (!direccion.trim()) return { campo: 'direccion', motivo: DIRECCION_REQUIRED }
  if (calculo.kind === 'falla') return { campo: calculo.campo, motivo: calculo.text }
  if (calculo.kind !== 'lista')
    return {
      campo: 'direccion',
      motivo: isOnline ? 'Esperá a que calculemos la distancia.' : SIN_CONEXION,
    }
  const { dentro_de_radio, precision, duda } = calculo.entrega
  if (!dentro_de_radio) return { campo: 'direccion', motivo: LEJOS }
  if (precision === 'localidad') return { campo: 'pin', motivo: PIN_REQUIRED }
  if (duda && !pinConfirmado) return { campo: 'pin', motivo: 'Decinos si el pin está bien.' }
  return null
}

/** Under the blocked button: all empty fields at once, or else the one thing that is wrong. */
export function pendienteText(contacto: Contacto, bloqueo: Bloqueo): string {
  const empty = [
    !contacto.email.trim() && 'E-mail',
    !contacto.celular && 'Celular',
    !contacto.sucursal && 'Sucursal',
    contacto.modo === 'delivery' && !contacto.direccion.trim() && 'Dirección de entrega',
  ].filter((label) => label !== false)
  if (empty.length === 0) return bloqueo.motivo
  return `Para pagar completá: ${new Intl.ListFormat('es-AR').format(empty)}.`
}

/** The payload of completar_compra. It includes amounts and distance, but the server uses its own. */
export function compraOf(
  pedido_id: string,
  contacto: Contacto,
  importe_total: number,
  calculo: CalculoDeEntrega,
  codigos: readonly string[],
) {
  const entrega = contacto.modo === 'delivery' && calculo.kind === 'lista' ? calculo.entrega : null
  return {
    pedido_id,
    email: contacto.email.trim(),
    celular: storedCelular(contacto.celular),
    sucursal: contacto.sucursal,
    modo_entrega: contacto.modo,
    importe_total,
    codigosAplicados: [...codigos],
    nombre: contacto.nombre.trim() || null,
    nota: contacto.nota.trim() || null,
    direccion_entrega: contacto.modo === 'delivery' ? contacto.direccion.trim() : null,
    distancia_km: entrega?.distancia_km ?? null,
    costo_delivery: entrega?.costo ?? 0,
    lat: contacto.modo === 'delivery' ? contacto.lat : null,
    lng: contacto.modo === 'delivery' ? contacto.lng : null,
    ...(contacto.modo === 'delivery' && contacto.pinConfirmado && { pin_confirmado: true }),
  }
}

/** Two decimals only where one would be misleading at a limit: 5,04 km is not 5 km. */
export function formatKm(km: number): string {
  if (km < 0.1) return 'menos de 0,1 km'
  const oneIsEnough = Math.abs(km - Math.round(km)) >= 0.05 || Number.isInteger(km)
  return `${new Intl.NumberFormat('es-AR', { maximumFractionDigits: oneIsEnough ? 1 : 2 }).format(km)} km`
}

/** The server's messages of a refused purchase, by the field of this screen they belong to. */
export function camposOf(body: unknown): { campos: ProblemasDePaso3; rest: string[] } {
  const names: Record<string, CampoDePaso3> = {
    email: 'email',
    celular: 'celular',
    sucursal: 'sucursal',
    direccion_entrega: 'direccion',
    nombre: 'nombre',
    nota: 'nota',
  }
  const campos: ProblemasDePaso3 = {}
  const rest: string[] = []
  for (const [name, text] of Object.entries(messagesIn(body))) {
    const campo = names[name]
    if (campo) campos[campo] = text
    else rest.push(text)
  }
  return { campos, rest }
}
