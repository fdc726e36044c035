import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { mesTitle } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailPage, mailRows, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import type { Mes } from './vista.ts'

const DOUBT = 'Si algo no coincide con lo que retiraron, respondé este correo o acercate a la sucursal.'

/** The mail's key: one mail for each account and month. */
export const claveExtracto = (cuentaId: number, mes: string): string => `extracto:${cuentaId}:${mes}`

/**
 * The month of a cuenta corriente, with its extracto attached. Centavos. `sucursal`: the one where it is
 * paid; null: any.
 */
export function mailExtracto(
  { cuenta, mes, saldo_anterior, movimientos, saldo_final }: Mes,
  { documento_id, sucursal }: { documento_id: string | null; sucursal: string | null },
): NewCorreo {
  const money = (centavos: number): string => formatCentavos(centavos).replace('-', '−')
  const title = `Extracto de ${mesTitle(mes)}`
  const intro = `Te mandamos el extracto de la cuenta corriente de ${cuenta.nombre}, en PDF.`
  const sum = (...tipos: Mes['movimientos'][number]['tipo'][]) =>
    movimientos.filter(({ tipo }) => tipos.includes(tipo)).reduce((all, { importe }) => all + importe, 0)
  const inicial = sum('inicial')
  const rows = [
    { label: 'Saldo anterior', value: money(saldo_anterior) },
    ...(inicial === 0 ? [] : [{ label: 'Saldo inicial', value: money(inicial) }]),
    { label: 'Compras', value: money(sum('cargo')) },
    { label: 'Pagos y devoluciones', value: money(sum('pago', 'devolucion')) },
    {
      label: saldo_final < 0 ? 'Saldo a favor' : 'Saldo',
      value: money(Math.abs(saldo_final)),
      strong: true,
    },
  ]
  const after =
    saldo_final > 0
      ? `Lo podés pagar en ${sucursal ?? 'cualquiera de nuestras sucursales'}, en efectivo, con tarjeta o por transferencia.`
      : 'No hay nada que pagar.'
  const body = html`<p style="${mailStyles.text}">${intro}</p>
${mailRows(rows)}
<p style="${mailStyles.text}">${after}</p>
<p style="${mailStyles.small}">${DOUBT}</p>`
  const texto = [
    title,
    intro,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    after,
    DOUBT,
    EN_BLANCO.nombre,
  ]
  return {
    clave: claveExtracto(cuenta.id, mes),
    para: cuenta.email ?? '',
    asunto: `${title}: ${cuenta.nombre}`,
    texto: `${texto.join('\n\n')}\n`,
    html: mailPage({ title, preheader: intro, body }),
    documento_id,
  }
}
