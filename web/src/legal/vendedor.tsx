import { formatCuit } from '@imprimitodo/shared/rules/base/cuit'
import { CONDICION_LEGALES } from '@imprimitodo/shared/rules/dinero/factura'
import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from '../api/catalogo.ts'
import { TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { NOMBRE } from '../ui/state/nombre.ts'
import styles from './legal.module.css'

/** The seller, as the law requires it to be named before a purchase (Resolución 270/2020). */
export function LegalVendedor() {
  const { data, isPending, refetch } = useQuery(vidrieraQuery)
  if (isPending)
    return (
      <div className={styles.sellerToCome}>
        <Spinner label="Cargando los datos del comercio…" visible />
      </div>
    )
  if (!data)
    return (
      <Notice tone="error" action={<TextButton onClick={() => void refetch()}>Reintentar</TextButton>}>
        No pudimos cargar los datos del comercio.
      </Notice>
    )
  const { razon_social, cuit, condicion_iva, domicilio, email, telefono } = data.vendedor
  const rows = [
    ['Nombre comercial', NOMBRE],
    ['Razón social', razon_social],
    ['CUIT', cuit && formatCuit(cuit)],
    ['Condición ante el IVA', condicion_iva && CONDICION_LEGALES[condicion_iva]],
    ['Domicilio', domicilio],
    ['Teléfono', telefono],
    [
      'E-mail y atención al consumidor',
      email && (
        <a key="email" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    ],
  ] as const
  return (
    <dl className={styles.seller}>
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The e-mail link for requests that need no account; only its text until the address is known. */
export function MailTo({ asunto, children }: { asunto: string; children: string }) {
  const email = useQuery(vidrieraQuery).data?.vendedor.email
  if (!email) return <>{children}</>
  return <a href={`mailto:${email}?subject=${encodeURIComponent(asunto)}`}>{children}</a>
}
