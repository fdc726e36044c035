/**
 * '1042', '1042 y 1043', '1042, 1043 y 1045'; for more than `most` the first ones, and the number of the others.
 */
export function numerosText(numeros: readonly number[], most = 6): string {
  const shown = numeros.slice(0, most).map(String)
  const rest = numeros.length - shown.length
  const last = rest > 0 ? `${rest} más` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} y ${last}` : (last ?? '')
}

/** 'Pedido 1042: no se pudo.'; before a sentence of its own a full stop: 'Pedido 1042. Ya se entregó.' */
export const aboutPedido = (numero: number | null, text: string): string =>
  `Pedido ${numero}${/^\p{Lu}/u.test(text) ? '.' : ':'} ${text}`
