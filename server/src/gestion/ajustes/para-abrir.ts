// "Para abrir": facts of a new shop that only the owner knows, and how the shop works without them.
import type { ParaAbrir } from '@imprimitodo/shared/api/ajustes'
import { tarifasDe } from '@imprimitodo/shared/rules/compra/precio'
import type { Sucursal, Tienda } from '../../base/runtime/deps.ts'

type Paso = ParaAbrir['pasos'][number]

/** In the order in which they are best filled; a filled one is `hecho`. */
export function pasosToOpen({ ajustes, sucursales }: Pick<Tienda, 'ajustes' | 'sucursales'>): Paso[] {
  const { vendedor } = ajustes.vidriera
  const { ingresos_brutos, inicio_actividades } = ajustes.facturacion
  return [
    {
      paso: 'precios',
      hecho: tarifasDe(ajustes) !== null,
      titulo: 'Lista de precios',
      enlace: '/mostrador/ajustes',
      texto: `${missingDatosText([
        ['blanco y negro', ajustes.byn],
        ['color', ajustes.color],
        ['anillado', ajustes.anillado.length],
      ])}Sin la lista completa nadie puede hacer un pedido, ni en el sitio ni en el mostrador.`,
    },
    deSucursales(sucursales, 'direccion', {
      paso: 'direcciones',
      titulo: 'Dirección',
      porque: 'Sin ella los clientes no saben adónde ir a retirar.',
    }),
    deSucursales(sucursales, 'lat', {
      paso: 'posiciones',
      titulo: 'Lugar en el mapa',
      porque: 'Sin él no hay mapa ni «Cómo llegar», y desde ahí no se hacen envíos.',
    }),
    deSucursales(sucursales, 'horario', {
      paso: 'horarios',
      titulo: 'Horario',
      porque: 'Sin él no se promete para cuándo está un pedido.',
    }),
    deSucursales(sucursales, 'whatsapp', {
      paso: 'telefonos',
      titulo: 'WhatsApp',
      porque: 'Sin él los clientes no tienen por dónde consultar.',
    }),
    of('vendedor', 'Quién vende', [
      ['razón social', vendedor.razon_social],
      ['CUIT', vendedor.cuit],
      ['condición frente al IVA', vendedor.condicion_iva],
      ['domicilio', vendedor.domicilio],
      ['e-mail', vendedor.email],
      ['teléfono', vendedor.telefono],
    ]),
    of('facturacion', 'Facturación', [
      ['ingresos brutos', ingresos_brutos],
      ['inicio de actividades', inicio_actividades],
    ]),
  ]
}

const PORQUE = {
  vendedor:
    'La ley pide que el sitio diga quién vende; mientras tanto los términos no lo nombran y las facturas esperan.',
  facturacion: 'Va en cada factura: sin esto, las que pidan los clientes quedan esperando.',
}

type Dato = [nombre: string, valor: unknown]

function of(paso: keyof typeof PORQUE, titulo: string, datos: Dato[]): Paso {
  const hecho = datos.every(([, valor]) => valor)
  const texto = missingDatosText(datos) + PORQUE[paso]
  return { paso, hecho, titulo, texto, enlace: '/mostrador/dueno/negocio' }
}

function deSucursales(
  sucursales: Sucursal[],
  campo: 'direccion' | 'lat' | 'horario' | 'whatsapp',
  { porque, ...paso }: Pick<Paso, 'paso' | 'titulo'> & { porque: string },
): Paso {
  const faltan = sucursales.filter((sucursal) => sucursal[campo] === null).map(({ nombre }) => nombre)
  const donde = faltan.length > 0 ? `Falta en ${y(faltan)}. ` : ''
  return { ...paso, hecho: faltan.length === 0, texto: donde + porque, enlace: '/mostrador/dueno/sucursales' }
}

function missingDatosText(datos: Dato[]): string {
  const faltan = datos.flatMap(([nombre, valor]) => (valor ? [] : [nombre]))
  return faltan.length > 0 ? `Falta: ${y(faltan)}. ` : ''
}

const y = (words: string[]): string => new Intl.ListFormat('es-AR', { type: 'conjunction' }).format(words)
