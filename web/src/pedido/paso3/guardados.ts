import { useEffect, useRef } from 'react'
import { chooseCodigo, guardadosHoy, noteAplicados, useElegido } from '../../api/codigos-guardados.ts'
import { getCarrito, setContacto } from '../carrito/carrito.ts'
import type { UsoDeCodigos } from './use-codigos.ts'

/**
 * Applies the code that the customer chose elsewhere ('Usarlo en un pedido'), once, as soon as there is an
 * e-mail: the wheel's own where none was typed. The order's codes are stored, so that they are deleted when
 * they are spent.
 */
export function useGuardadosOf(
  {
    codigos_descuento: codigos,
    apply,
    isReady,
  }: Pick<UsoDeCodigos, 'codigos_descuento' | 'apply' | 'isReady'>,
  pedidoId: string,
): void {
  const elegido = useElegido()
  const asked = useRef<string | null>(null)
  useEffect(() => {
    const correo = guardadosHoy().find(({ codigo }) => codigo === elegido)?.correo
    if (correo && getCarrito().contacto.email === '') setContacto({ email: correo })
  }, [elegido])
  useEffect(() => {
    if (!elegido || !isReady || asked.current === elegido) return
    asked.current = elegido
    chooseCodigo(null)
    if (!codigos.includes(elegido)) void apply(elegido)
  }, [elegido, isReady, codigos, apply])
  useEffect(() => noteAplicados(pedidoId, codigos), [pedidoId, codigos])
}
