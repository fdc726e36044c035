import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPercent, pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { CONDICION_TITLES } from '@imprimitodo/shared/rules/dinero/factura'
import { descuentoCupon } from '@imprimitodo/shared/rules/fidelidad/cupon'
import {
  type CualTope,
  ROL_TITLES,
  ROLES_CON_TOPE,
  type Tope,
  type Topes,
} from '@imprimitodo/shared/rules/mostrador/rol'
import type { CampoDeEditor, Valores } from './editor.tsx'
import { numberIn, numberOf, textOf, typed } from './valores.ts'

/** The name of a branch's field. */
const puntoVenta = (sucursal: string): string => `punto_venta ${sucursal}`

const REDES = ['Instagram', 'Facebook', 'TikTok'] as const

/** One section of the page: its text, and its form. */
export type Parte = {
  title: string
  /** The lines shown on the page. */
  facts: (ajustes: Ajustes) => string[]
  campos: CampoDeEditor[]
  inicial: (ajustes: Ajustes) => Valores
  body: (valores: Valores) => Omit<AjustesChange, 'ruleta' | 'hojas'>
}

/** Joins the filled parts; '' where none is. */
const line = (parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')

/** `propuesto`: the address of its branch, until the owner enters another one. */
const quienVende = (propuesto: string): Parte => ({
  title: 'Quién vende',
  facts: ({ vendedor: { razon_social, cuit, condicion_iva, domicilio, email, telefono } }) => [
    line([razon_social, cuit && `CUIT ${cuit}`, condicion_iva && CONDICION_TITLES[condicion_iva]]) ||
      'Sin completar',
    domicilio ?? '',
    line([email, telefono]),
  ],
  campos: [
    { name: 'razon_social', label: 'Nombre o razón social' },
    { name: 'cuit', label: 'CUIT', hint: '11 dígitos, sin guiones.' },
    {
      name: 'condicion_iva',
      label: 'Condición frente al IVA',
      opciones: [
        ['', 'Elegí una'],
        ['MT', CONDICION_TITLES.MT],
        ['RI', CONDICION_TITLES.RI],
      ],
    },
    { name: 'domicilio', label: 'Domicilio' },
    { name: 'email', label: 'E-mail' },
    { name: 'telefono', label: 'Teléfono' },
    { name: 'data_fiscal_url', label: 'Dirección de la Data Fiscal', hint: 'De ARCA; vacío si no hay.' },
  ],
  inicial: ({ vendedor }) =>
    Object.fromEntries(
      Object.entries({ ...vendedor, domicilio: vendedor.domicilio ?? propuesto }).map(([name, value]) => [
        name,
        value ?? '',
      ]),
    ),
  body: (valores) => ({
    vendedor: {
      razon_social: textOf(valores.razon_social) || null,
      cuit: textOf(valores.cuit) || null,
      condicion_iva:
        valores.condicion_iva === 'RI' || valores.condicion_iva === 'MT' ? valores.condicion_iva : null,
      domicilio: textOf(valores.domicilio) || null,
      email: textOf(valores.email) || null,
      telefono: textOf(valores.telefono) || null,
      data_fiscal_url: textOf(valores.data_fiscal_url) || null,
    },
  }),
})

/** Each branch has a point of sale of its own. */
const facturacion = (sucursales: readonly string[]): Parte => ({
  title: 'Facturación',
  facts: ({ facturar_siempre, facturacion: { ingresos_brutos, inicio_actividades, puntos_venta } }) => [
    facturar_siempre
      ? 'Cada pedido pagado se factura al entregarlo'
      : 'Se factura cuando el cliente, o el mostrador, lo piden',
    line([
      ingresos_brutos && `Ingresos brutos ${ingresos_brutos}`,
      inicio_actividades && `Inicio de actividades ${formatFecha(inicio_actividades)}`,
    ]),
    sucursales.map((nombre) => `${nombre}: punto de venta ${puntos_venta[nombre] ?? 1}`).join(' · '),
  ],
  campos: [
    { name: 'facturar_siempre', label: 'Facturar siempre, al entregar', kind: 'si' },
    {
      name: 'ingresos_brutos',
      label: 'Ingresos brutos',
      hint: 'El número, que suele ser el CUIT, o «No contribuyente».',
    },
    { name: 'inicio_actividades', label: 'Inicio de actividades', kind: 'fecha' },
    ...sucursales.map(
      (nombre): CampoDeEditor => ({
        name: puntoVenta(nombre),
        label: `Punto de venta de ${nombre}`,
        kind: 'numero',
        hint: 'El que diste de alta en ARCA para web services. Vacío, sus facturas salen con el 1.',
      }),
    ),
  ],
  inicial: ({ facturar_siempre, facturacion, vendedor }) => ({
    facturar_siempre,
    ingresos_brutos: facturacion.ingresos_brutos ?? vendedor.cuit ?? '',
    inicio_actividades: facturacion.inicio_actividades ?? '',
    ...Object.fromEntries(
      sucursales.map((nombre) => [puntoVenta(nombre), String(facturacion.puntos_venta[nombre] ?? '')]),
    ),
  }),
  body: (valores) => ({
    facturar_siempre: valores.facturar_siempre === true,
    facturacion: {
      ingresos_brutos: textOf(valores.ingresos_brutos) || null,
      inicio_actividades: textOf(valores.inicio_actividades) || null,
      puntos_venta: Object.fromEntries(
        sucursales.map((nombre) => [nombre, numberOf(valores[puntoVenta(nombre)])]),
      ),
    },
  }),
})

const REDES_Y_KIT: Parte = {
  title: 'Redes y kit de banderas',
  facts: ({ redes, kit_banderas }) => [
    ...redes.map(({ nombre, url }) => `${nombre}: ${url}`),
    kit_banderas ? `Kit de banderas: /${kit_banderas}.pdf` : 'Sin kit de banderas',
  ],
  campos: [
    ...REDES.map((nombre) => ({ name: nombre, label: nombre, hint: 'https://…; vacío si no hay.' })),
    {
      name: 'kit_banderas',
      label: 'Dirección del kit de banderas',
      hint: 'kit-banderas se ve en /kit-banderas.pdf; vacío: no hay.',
    },
  ],
  inicial: ({ redes, kit_banderas }) => ({
    ...Object.fromEntries(REDES.map((red) => [red, redes.find(({ nombre }) => nombre === red)?.url ?? ''])),
    kit_banderas: kit_banderas ?? '',
  }),
  body: (valores) => ({
    redes: REDES.flatMap((nombre) => {
      const url = textOf(valores[nombre])
      return url ? [{ nombre, url }] : []
    }),
    kit_banderas: textOf(valores.kit_banderas) || null,
  }),
}

function cuponText(cupon: Ajustes['cupon']): string {
  const [first, later] = [descuentoCupon(true, cupon), descuentoCupon(false, cupon)]
  if (first === 0) return 'Sin cupones'
  return `Cupón: ${typed(first)} % el primero, ${later === 0 ? 'ninguno después' : `${typed(later)} % los siguientes`}`
}

const PUNTOS_Y_CUPON: Parte = {
  title: 'Puntos y cupón',
  facts: ({ puntos_por_peso, cupon }) => [
    `${typed(puntos_por_peso)} ${puntos_por_peso === 1 ? 'punto' : 'puntos'} por peso`,
    cuponText(cupon),
  ],
  campos: [
    { name: 'puntos_por_peso', label: 'Puntos por peso', kind: 'numero' },
    {
      name: 'primero',
      label: 'Primer cupón (%)',
      kind: 'porcentaje',
      hint: '0: sin cupón de bienvenida; el primero es como los siguientes.',
    },
    {
      name: 'siguientes',
      label: 'Cupones siguientes (%)',
      kind: 'porcentaje',
      hint: '0: no se dan.',
    },
  ],
  inicial: ({ puntos_por_peso, cupon }) => ({
    puntos_por_peso: typed(puntos_por_peso),
    primero: typed(cupon.primero),
    siguientes: typed(cupon.siguientes),
  }),
  body: ({ puntos_por_peso, primero, siguientes }) => ({
    puntos_por_peso: numberIn(puntos_por_peso),
    cupon: { primero: numberIn(primero, '%'), siguientes: numberIn(siguientes, '%') },
  }),
}

const MAILS: Parte = {
  title: 'Mails que salen solos',
  facts: ({ correos: { demora, resumen } }) => [
    demora
      ? 'Si un pedido no llega a su hora, el cliente recibe la nueva'
      : 'De un pedido que se demora avisa solo el mostrador',
    resumen ? 'Al cerrar, recibís el resumen del día' : 'Sin resumen del día',
  ],
  campos: [
    { name: 'demora', label: 'Avisar al cliente si su pedido se demora', kind: 'si' },
    {
      name: 'resumen',
      label: 'Mandarme el resumen del día',
      kind: 'si',
      hint: 'Un mail cuando cierra la última sucursal: pedidos, ventas por medio, demoras y lo que espera.',
    },
  ],
  inicial: ({ correos }) => ({ ...correos }),
  body: ({ demora, resumen }) => ({ correos: { demora: demora === true, resumen: resumen === true } }),
}

/** What a role may do without a second person, except discounts: the form's label, and the text shown. */
const TOPES = [
  {
    cual: 'devolucion',
    label: 'devuelve solo hasta ($)',
    hint: 'Por pedido.',
    puede: (tope: number) => `devuelve solo hasta ${pesosInText(tope)} por pedido`,
  },
  {
    cual: 'venta',
    label: 'carga ventas solo hasta ($)',
    hint: 'Cada una.',
    puede: (tope: number) => `carga solo ventas de hasta ${pesosInText(tope)}`,
  },
  {
    cual: 'reimpresion',
    label: 'reimprime solo hasta (hojas)',
    hint: 'Por pedido, de lo que ya salió.',
    puede: (tope: number) => `reimprime solo hasta ${count(tope, 'hoja')} por pedido`,
  },
] as const satisfies { cual: CualTope; label: string; hint: string; puede: (tope: number) => string }[]

const campoDeTope = (rol: keyof Topes, cual: CualTope) => `tope_${rol}_${cual}`
const topesOf = (valores: Valores, rol: keyof Topes): Omit<Tope, 'descuento'> => {
  // A text that is no number is reported at its field
  const typedOf = (cual: CualTope) => {
    const typed = numberOf(valores[campoDeTope(rol, cual)])
    return Number.isNaN(typed) ? null : typed
  }
  return { devolucion: typedOf('devolucion'), venta: typedOf('venta'), reimpresion: typedOf('reimpresion') }
}

const SEGURIDAD: Parte = {
  title: 'Seguridad del mostrador',
  facts: ({ seguridad: { exigir_segundo_factor, devolucion_confirmar }, topes }) => [
    exigir_segundo_factor
      ? 'Todos necesitan segundo factor para usar el mostrador'
      : 'El segundo factor es de quien lo quiera',
    `Al devolver más de ${pesosInText(devolucion_confirmar)} de un pedido se pide la contraseña o un código, y se avisa al dueño`,
    ...ROLES_CON_TOPE.flatMap((rol) => {
      const name = ROL_TITLES[rol].toLowerCase()
      return TOPES.flatMap(({ cual, puede }) => {
        const tope = topes[rol][cual]
        return tope === null ? [] : [`Un ${name} ${puede(tope)}; más, lo autoriza otra persona`]
      })
    }),
  ],
  campos: [
    { name: 'exigir_segundo_factor', label: 'Pedir segundo factor a todos', kind: 'si' },
    {
      name: 'devolucion_confirmar',
      label: 'Confirmar devoluciones de más de ($)',
      kind: 'numero',
      hint: 'Sumando lo que ya se devolvió del mismo pedido.',
    },
    ...ROLES_CON_TOPE.toReversed().flatMap((rol) =>
      TOPES.map(({ cual, label, hint }) => ({
        name: campoDeTope(rol, cual),
        label: `${ROL_TITLES[rol]}: ${label}`,
        kind: 'numero' as const,
        hint: `${hint} Más que eso lo autoriza otra persona con su clave. Vacío: sin tope.`,
      })),
    ),
  ],
  inicial: ({ seguridad, topes }) => ({
    ...Object.fromEntries(
      ROLES_CON_TOPE.flatMap((rol) =>
        TOPES.map(({ cual }) => [campoDeTope(rol, cual), typed(topes[rol][cual])]),
      ),
    ),
    exigir_segundo_factor: seguridad.exigir_segundo_factor,
    devolucion_confirmar: typed(seguridad.devolucion_confirmar),
  }),
  body: (valores) => ({
    topes: { operador: topesOf(valores, 'operador'), encargado: topesOf(valores, 'encargado') },
    seguridad: {
      exigir_segundo_factor: valores.exigir_segundo_factor === true,
      devolucion_confirmar: numberIn(valores.devolucion_confirmar),
    },
  }),
}

const DESCUENTOS: Parte = {
  title: 'Descuentos en el mostrador',
  facts: ({ descuento_mostrador, descuentoCompra, topes }) => [
    descuento_mostrador
      ? `El ${formatPercent(descuentoCompra)} % de la web también se da en el mostrador`
      : `El ${formatPercent(descuentoCompra)} % de la web no se da en el mostrador`,
    ...ROLES_CON_TOPE.map((rol) => {
      const { descuento } = topes[rol]
      const name = ROL_TITLES[rol].toLowerCase()
      return descuento === null
        ? `Un ${name} descuenta a mano sin tope`
        : `Un ${name} descuenta a mano hasta ${pesosInText(descuento)} por venta; más, lo autoriza otra persona`
    }),
  ],
  campos: [
    { name: 'descuento_mostrador', label: 'Dar el descuento de la web en el mostrador', kind: 'si' },
    {
      name: 'descuento_operador',
      label: 'Un operador descuenta solo hasta ($)',
      kind: 'numero',
      hint: 'Por venta. Más que eso lo autoriza otra persona con su clave. Vacío: sin tope.',
    },
    {
      name: 'descuento_encargado',
      label: 'Un encargado descuenta solo hasta ($)',
      kind: 'numero',
      hint: 'Por venta. Vacío: sin tope.',
    },
  ],
  inicial: ({ descuento_mostrador, topes }) => ({
    descuento_mostrador,
    descuento_operador: typed(topes.operador.descuento),
    descuento_encargado: typed(topes.encargado.descuento),
  }),
  body: (valores) => ({
    descuento_mostrador: valores.descuento_mostrador === true,
    topes: {
      operador: { descuento: numberOf(valores.descuento_operador) },
      encargado: { descuento: numberOf(valores.descuento_encargado) },
    },
  }),
}

type Sucursal = { nombre: string; direccion?: string | null }

export const negocioPartesOf = (sucursales: readonly Sucursal[]): Parte[] => [
  quienVende(domicilioOf(sucursales.find(({ direccion }) => direccion))),
  facturacion(sucursales.map(({ nombre }) => nombre)),
  REDES_Y_KIT,
  PUNTOS_Y_CUPON,
  MAILS,
  SEGURIDAD,
  DESCUENTOS,
]

const domicilioOf = (sucursal: Sucursal | undefined): string =>
  sucursal ? `${sucursal.direccion}, ${sucursal.nombre}` : ''
