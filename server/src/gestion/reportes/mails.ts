import { formatPesos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { CANAL_TITLES, type Canal, medioTitle } from '@imprimitodo/shared/rules/gestion/reporte'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailBanner, mailButton, mailPage, mailRows, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../correos/service.ts'

/** Events between two closings, and what waits after the second one. Centavos. */
export type Dia = {
  tramo: { from: Date; to: Date }
  pedidos: { confirmados: number; pagados: number }
  ventas: { canal: Canal; medio: string | null; cobrado: number; devuelto: number }[]
  /** Orders promised for these hours and not ready in time. */
  tarde: number
  /** Prints that a clerk has not confirmed yet. */
  dudosas: number
  espera: { por_pagar: number; por_imprimir: number; en_produccion: number; listos: number }
}

const money = (centavos: number): string => formatPesos(toPesos(centavos))
const isACuenta = ({ canal, medio }: Dia['ventas'][number]): boolean =>
  canal === 'mostrador' && medio === 'cuenta'
const hourOf = (instant: Date): string => `${formatMoment(instant).toLowerCase()} h`

/** The day's summary, to an owner. `dia`: 'YYYY-MM-DD', one mail for each. */
export function mailResumen(
  { para, dia, publicUrl }: { para: string; dia: string; publicUrl: string },
  { tramo, pedidos, ventas, tarde, dudosas, espera }: Dia,
): NewCorreo {
  // Charges to a cuenta corriente are no money yet
  const entro = ventas.filter((one) => !isACuenta(one))
  const cobrado = entro.reduce((sum, one) => sum + one.cobrado, 0)
  const devuelto = entro.reduce((sum, one) => sum + one.devuelto, 0)
  const aCuenta = ventas.filter(isACuenta).reduce((sum, one) => sum + one.cobrado - one.devuelto, 0)
  const title = 'Resumen del día'
  const intro = `Desde el ${hourOf(tramo.from)} hasta el ${hourOf(tramo.to)}.`
  const parts = [
    {
      title: 'Pedidos',
      rows: [
        { label: 'Confirmados', value: String(pedidos.confirmados) },
        { label: 'Pagados', value: String(pedidos.pagados) },
        { label: 'No estuvieron a su hora', value: String(tarde) },
      ],
    },
    {
      title: 'Lo que entró',
      rows: [
        ...entro
          .filter((one) => one.cobrado > 0)
          .map(({ canal, medio, cobrado }) => ({ label: wayOf(canal, medio), value: money(cobrado) })),
        ...(devuelto > 0 ? [{ label: 'Devuelto', value: `−${money(devuelto)}` }] : []),
        // More came back from claims at a bank than was given back that day
        ...(devuelto < 0 ? [{ label: 'Volvió de un reclamo', value: money(-devuelto) }] : []),
        { label: 'Neto', value: money(cobrado - devuelto), strong: true },
        ...(aCuenta === 0 ? [] : [{ label: 'A cuenta corriente, por cobrar', value: money(aCuenta) }]),
      ],
    },
    {
      title: 'Lo que espera',
      rows: [
        { label: 'Impresiones dudosas, sin respuesta', value: String(dudosas) },
        { label: 'Por pagar', value: String(espera.por_pagar) },
        { label: 'Pagados, sin empezar', value: String(espera.por_imprimir) },
        { label: 'En producción', value: String(espera.en_produccion) },
        { label: 'Listos, sin retirar', value: String(espera.listos) },
      ],
    },
  ]
  const banner = { label: 'Entró', value: money(cobrado - devuelto) }
  const link = `${publicUrl}/mostrador`
  const small =
    'Lo recibís porque está pedido en el mostrador: Negocio, Datos del negocio, «Mails que salen solos».'
  const body = html`<p style="${mailStyles.text}">${intro}</p>
${mailBanner('lima', banner.label, banner.value)}
${parts.map((part) => html`<p style="${mailStyles.text};margin-bottom:4px"><b>${part.title}</b></p>${mailRows(part.rows)}`)}
${mailButton('Abrir el tablero', link)}
<p style="${mailStyles.small}">${small}</p>`
  const texto = [
    title,
    intro,
    `${banner.label}: ${banner.value}`,
    ...parts.map((part) =>
      [`${part.title}:`, ...part.rows.map(({ label, value }) => `- ${label}: ${value}`)].join('\n'),
    ),
    `Abrir el tablero: ${link}`,
    small,
    EN_BLANCO.nombre,
  ]
  return {
    clave: `resumen:${dia}:${para}`,
    para,
    asunto: `Resumen del ${formatMoment(tramo.to).split(',')[0]?.toLowerCase()}: ${banner.value}`,
    texto: `${texto.join('\n\n')}\n`,
    html: mailPage({ title, preheader: `${banner.label} ${banner.value}. ${intro}`, body }),
  }
}

/** The place alone for a parcel, and for a typed sale while its method is not known. */
const wayOf = (canal: Canal, medio: string | null): string =>
  canal === 'envio' || (canal === 'venta' && medio === null)
    ? CANAL_TITLES[canal]
    : `${CANAL_TITLES[canal]}, ${medioTitle(medio)}`
