// All that a sale is put together of, and what of it is sent.
import type { LineaPedida, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Descuento } from '../cobro/rebajas.tsx'
import { codigoIn } from '../escanear/leido.ts'
import { useSucursales } from '../queries.ts'
import { clienteIn } from './cliente-escrito.ts'
import type { Datos } from './comprador.tsx'
import { type Archivo, useCotizacion } from './use-cotizacion.ts'
import { type Linea, useLineas } from './use-lineas.ts'

const NADIE: Datos = { cliente: '', nombre: '' }

/** @param own the branch of the person; '': all of them */
export function useVentaNueva(own: string) {
  const { data: sucursales = [] } = useSucursales()
  const { archivos, cotizacion, progreso, problema, ...lista } = useCotizacion()
  const { lineas, ...otros } = useLineas()
  const [params] = useSearchParams()
  const scanned = codigoIn(params.get('codigo') ?? '') // on its page a code leads here
  const [codigos, setCodigos] = useState<readonly string[]>(scanned ? [scanned] : [])
  const [descuento, setDescuento] = useState<Descuento | null>(null)
  const [datos, setDatos] = useState(NADIE)
  const [chosen, setSucursal] = useState('')
  const sucursal = own || chosen || (sucursales[0]?.nombre ?? '')
  const pedidas = pedidasOf({ archivos, pedido_id: cotizacion?.pedido_id ?? null, lineas })
  const venta: VentaPedida | null = pedidas && {
    ...{ lineas: pedidas, codigos: [...codigos], descuento, sucursal },
    ...{ cliente: clienteIn(datos.cliente), nombre: datos.nombre.trim() || null },
  }
  return {
    ...{ archivos, cotizacion, progreso, problema, lista, lineas, otros },
    ...{ codigos, descuento, datos, sucursal, venta },
    ...{ setCodigos, setDescuento, setDatos, setSucursal },
    sucursales: sucursales.map(({ nombre }) => nombre),
    addCodigo: (codigo: string) => setCodigos([...codigos.filter((one) => one !== codigo), codigo]),
    restart() {
      lista.restart()
      otros.restart()
      setCodigos([])
      setDescuento(null)
      setDatos(NADIE)
    },
  }
}
export type VentaNueva = ReturnType<typeof useVentaNueva>

/** Null: nothing to sell yet, or its files are still being counted. */
function pedidasOf({
  archivos,
  pedido_id,
  lineas,
}: {
  archivos: readonly Archivo[]
  pedido_id: string | null
  lineas: readonly Linea[]
}): LineaPedida[] | null {
  if (archivos.length > 0 && pedido_id === null) return null
  const pedidas: LineaPedida[] = [
    ...(archivos.length > 0 && pedido_id ? [{ pedido_id }] : []),
    ...lineas.map(({ producto_id, texto, cantidad, pesos }) =>
      producto_id === null ? { texto, importe: pesos, cantidad } : { producto_id, cantidad },
    ),
  ]
  return pedidas.length > 0 ? pedidas : null
}
