import type { ArchivoAnswer, Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'

// The keys that joined an upload's answer after its first contract, as api/later-keys.ts has those of the products

type FirstOfArchivo = 'nombre' | 'paginas' | 'hojas' | 'paginas_color' | 'importe'
type EarlyArchivo = Pick<ArchivoAnswer, FirstOfArchivo> & Partial<ArchivoAnswer>

/** The paper is absent where it is A4. */
const { hoja: _, ...OPCIONES } = DEFAULT_OPCIONES

const withArchivoKeys = (archivo: EarlyArchivo): ArchivoAnswer => ({
  ...OPCIONES,
  subida: null,
  paginas_ajustadas: 0,
  paginas_impresas: archivo.paginas,
  tamanos: [],
  avisos: [],
  ...archivo,
})

type FirstOfCotizacion = 'pedido_id' | 'total_impresion' | 'total_anillado'

/** The first contract of an upload's answer has the id and the two totals. */
export const withCotizacionKeys = (
  cotizacion: Pick<Cotizacion, FirstOfCotizacion> &
    Partial<Omit<Cotizacion, FirstOfCotizacion | 'archivos'>> & { archivos?: readonly EarlyArchivo[] },
): Cotizacion => ({
  total: cotizacion.total_impresion + cotizacion.total_anillado,
  color_pendiente: false,
  prueba_pendiente: false,
  volumenes: [],
  ...cotizacion,
  archivos: (cotizacion.archivos ?? []).map(withArchivoKeys),
})
