// The contents of a sale, and the part of it that is sent.
import type { LineaPedida, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { useState } from 'react'
import { useCodigoDeLaDireccion } from '../escanear/use-codigo-de-la-direccion.ts'
import { useSucursales } from '../queries.ts'
import { type ArchivoDeVenta, isMalo, isPendiente } from './archivos.ts'
import { clienteIn } from './cliente-escrito.ts'
import type { DatosDeComprador } from './comprador.tsx'
import type { EnCurso } from './guardada.ts'
import { useArchivosDeVenta } from './use-archivos.ts'
import { type LineaDeVenta, useLineas } from './use-lineas.ts'
import { useRecepcion } from './use-recepcion.ts'

/** @param own the branch of a person who works for one; '': all of them @param inicial the stored sale */
export function useVentaNueva(own: string, inicial: EnCurso) {
  const { data: sucursales = [] } = useSucursales()
  const lista = useArchivosDeVenta(inicial)
  const { archivos, cotizacion } = lista
  const { lineas, ...otros } = useLineas(inicial.lineas)
  const [codigos, setCodigos] = useState(inicial.codigos)
  const [descuento, setDescuento] = useState(inicial.descuento)
  const [datos, setDatos] = useState(inicial.datos)
  const [kept, setSucursal] = useState(inicial.sucursal)
  // A stored branch that was renamed since would be sent, while the list shows another one
  const chosen = sucursales.length === 0 || sucursales.some(({ nombre }) => nombre === kept) ? kept : ''
  const sucursal = own || chosen || (sucursales[0]?.nombre ?? '')
  const recepcion = useRecepcion({
    sucursal,
    inicial: inicial.recepcion,
    onRecibido: lista.addRecibido,
    onQuitado: lista.removeRecibido,
  })
  const addCodigo = (codigo: string) => setCodigos((all) => [...all.filter((one) => one !== codigo), codigo])
  useCodigoDeLaDireccion(addCodigo)
  const pedidas = pedidasOf({ archivos, pedido_id: cotizacion?.pedido_id ?? null, lineas })
  const venta: VentaPedida | null = pedidas && {
    lineas: pedidas,
    codigos: [...codigos],
    descuento,
    // The server knows the branch of a person who works for one
    sucursal: own ? null : sucursal,
    cliente: clienteOf(datos),
    nombre: datos.nombre.trim() || null,
  }
  return {
    lista,
    archivos,
    cotizacion,
    lineas,
    otros,
    recepcion,
    codigos,
    descuento,
    datos,
    sucursal,
    venta,
    setCodigos,
    setDescuento,
    setDatos,
    setSucursal,
    addCodigo,
    /** Files that must be removed or replaced before the sale is charged. */
    malos: archivos.filter(isMalo),
    sucursales: sucursales.map(({ nombre }) => nombre),
  }
}
export type VentaNueva = ReturnType<typeof useVentaNueva>

/** The chosen account, else the typed text. */
const clienteOf = ({ elegido, cliente }: DatosDeComprador): VentaPedida['cliente'] =>
  elegido ? { id: elegido.id } : clienteIn(cliente)

/** Null: the sale is empty, or its files are still being counted. */
function pedidasOf({
  archivos,
  pedido_id,
  lineas,
}: {
  archivos: readonly ArchivoDeVenta[]
  pedido_id: string | null
  lineas: readonly LineaDeVenta[]
}): LineaPedida[] | null {
  const hasFiles = archivos.some((one) => !isMalo(one))
  if (archivos.some(isPendiente) || (hasFiles && pedido_id === null)) return null
  const pedidas: LineaPedida[] = [
    ...(hasFiles && pedido_id ? [{ pedido_id }] : []),
    ...lineas.map(({ producto_id, texto, cantidad, pesos }) =>
      producto_id === null ? { texto, importe: pesos, cantidad } : { producto_id, cantidad },
    ),
  ]
  return pedidas.length > 0 ? pedidas : null
}
