// What staff writes to a customer by WhatsApp: the owner's texts, with marks in braces that become the order's facts.
import type { ModoEntrega } from '../compra/entrega.ts'
import type { Estado } from '../compra/pedido.ts'

/**
 * The marks: the customer, and the order's number, amount, promised hour, last day to pay, shop, branch and
 * page.
 */
export const MARCAS = [
  'nombre',
  'numero',
  'importe',
  'hora',
  'vence',
  'tienda',
  'sucursal',
  'enlace',
] as const
export type Marca = (typeof MARCAS)[number]
const isMarca = (text: string): text is Marca => MARCAS.some((marca) => marca === text)

export const PLANTILLAS = [
  'falta_pago',
  'presupuesto',
  'en_marcha',
  'archivo',
  'listo',
  'en_camino',
  'entregado',
  'cerrado',
] as const
export type Plantilla = (typeof PLANTILLAS)[number]

export const PLANTILLA_TITLES: Record<Plantilla, string> = {
  falta_pago: 'Falta el pago',
  presupuesto: 'Presupuesto',
  en_marcha: 'En marcha',
  archivo: 'Problema con un archivo',
  listo: 'Está listo',
  en_camino: 'Va en camino',
  entregado: 'Ya lo tiene',
  cerrado: 'No se va a hacer',
}

/** The texts of a new shop, which the owner may change. */
export const DEFAULT_PLANTILLAS: Record<Plantilla, string> = {
  falta_pago:
    '¡Hola {nombre}! Te escribimos de {tienda} {sucursal}. Tu pedido {numero} está guardado y falta el pago de {importe}. Podés pagarlo hasta el {vence} acá: {enlace}',
  presupuesto:
    '¡Hola {nombre}! Tu pedido {numero} de {tienda} {sucursal} sale {importe}. Si te parece bien, pagalo acá y lo imprimimos: {enlace}',
  en_marcha:
    '¡Hola {nombre}! Ya estamos con tu pedido {numero} en {tienda} {sucursal}. Calculamos tenerlo: {hora}. Miralo acá: {enlace}',
  archivo:
    '¡Hola {nombre}! Te escribimos de {tienda} {sucursal}: un archivo de tu pedido {numero} tiene un problema y queremos consultarte antes de imprimirlo. Es este: {enlace}',
  listo:
    '¡Hola {nombre}! Tu pedido {numero} está listo: podés pasar a retirarlo por {tienda} {sucursal}. Tu código está acá: {enlace}',
  en_camino:
    '¡Hola {nombre}! Tu pedido {numero} de {tienda} {sucursal} sale para tu domicilio. El envío se paga al recibirlo. Miralo acá: {enlace}',
  entregado:
    '¡Hola {nombre}! Gracias por tu pedido {numero}. Si algo no salió como esperabas, respondenos por acá. {tienda} {sucursal}',
  cerrado:
    '¡Hola {nombre}! Te escribimos de {tienda} {sucursal} por tu pedido {numero}, que no se va a imprimir. El detalle está acá: {enlace}',
}

export const PLANTILLA_MAX = 600

/**
 * Null where the text can be used. Braces are allowed only around marks, so that customers get no unfilled
 * mark.
 */
export function plantillaProblem(text: string): string | null {
  if (text.trim() === '') return 'Escribí un texto.'
  if (text.length > PLANTILLA_MAX) return `Es demasiado largo: hasta ${PLANTILLA_MAX} caracteres.`
  for (const [, marca = ''] of text.matchAll(/\{([^{}]*)\}/g))
    if (!isMarca(marca))
      return `«{${marca}}» no existe. Podés usar ${MARCAS.map((one) => `{${one}}`).join(', ')}.`
  const rest = text.replace(/\{[^{}]*\}/g, '')
  if (rest.includes('{')) return 'Falta cerrar una llave: cada dato va entre { y }.'
  if (rest.includes('}')) return 'Sobra una llave: cada dato va entre { y }.'
  return null
}

/** An unknown fact ('') is removed with the space before it: '¡Hola {nombre}!' is '¡Hola!'. */
export const fillPlantilla = (text: string, facts: Record<Marca, string>): string =>
  text.replace(/ ?\{([^{}]*)\}/g, (whole, marca: string) => {
    const fact = isMarca(marca) ? facts[marca] : whole
    return fact && whole.startsWith(' ') && isMarca(marca) ? ` ${fact}` : fact
  })

/**
 * The plantillas for an order, the likeliest first. `isArchivoMal`: the customer is asked to send a file
 * again.
 */
export function plantillasOf({
  estado,
  modo_entrega,
  isArchivoMal,
}: {
  estado: Estado
  modo_entrega: ModoEntrega
  isArchivoMal: boolean
}): Plantilla[] {
  const first: Plantilla[] = isArchivoMal ? ['archivo'] : []
  const last: Plantilla[] = isArchivoMal ? [] : ['archivo']
  switch (estado) {
    case 'borrador':
      return []
    case 'confirmado':
      return [...first, 'falta_pago', 'presupuesto', ...last]
    case 'pagado':
    case 'en_produccion':
      return [...first, 'en_marcha', ...last]
    case 'listo':
      return [modo_entrega === 'delivery' ? 'en_camino' : 'listo']
    case 'entregado':
      return ['entregado']
    case 'cancelado':
    case 'vencido':
    case 'reembolsado':
      return ['cerrado']
  }
}
