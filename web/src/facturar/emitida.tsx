import type { EstadoFactura } from '@imprimitodo/shared/api/facturas'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { ArrowLeft, Download } from 'lucide-react'
import { ExternalButton, TextLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './facturar.module.css'

/** The invoice is issued, now or before: its download. */
export function Emitida({
  pedidoId,
  estado: { nombre, emitida, letra, valida },
  urlPdf,
}: {
  pedidoId: string
  estado: EstadoFactura
  urlPdf: string
}) {
  return (
    <div className={styles.issued}>
      <Hoja letra={letra ?? 'C'} />
      <div className={styles.form}>
        <div role="status">
          <PageHeading title="Tu pedido ya tiene factura" />
          <p className={`lead ${styles.lead}`}>
            La emitimos
            {nombre && (
              <>
                {' '}
                a nombre de <b>{nombre}</b>
              </>
            )}
            {emitida && ` el ${formatDay(emitida)}`}. También te la mandamos por mail.
          </p>
        </div>
        {valida === false && (
          <Notice tone="warning" still>
            Es de prueba: el comprobante no es válido como factura.
          </Notice>
        )}
        <ExternalButton
          variant="primary"
          icon={Download}
          href={urlPdf}
          target="_blank"
          rel="noopener"
          className={styles.action}
        >
          Descargar factura (PDF)
        </ExternalButton>
        <TextLink icon={ArrowLeft} to={`/pedido/${pedidoId}`}>
          Volver al pedido
        </TextLink>
      </div>
    </div>
  )
}

/** An ornament: a sheet with the invoice's letter and a stamp. */
function Hoja({ letra }: { letra: string }) {
  return (
    <svg className={styles.sheet} viewBox="0 0 212 278" aria-hidden="true">
      <path className={styles.lemon} d="M24 24h184v250H24z" />
      <path className={styles.paper} d="M14 14h184v250H14z" />
      <path className={styles.ink} d="M86 14h40v40H86zM110 204h70v12h-70z" />
      <text className={styles.letter} x="106" y="45" textAnchor="middle">
        {letra}
      </text>
      <circle className={styles.lemon} cx="43" cy="44" r="10" />
      <circle className={styles.blue} cx="49" cy="44" r="10" />
      <path className={styles.leaf} d="M46 34.46a10 10 0 0 1 0 19.08 10 10 0 0 1 0-19.08z" />
      <path className={styles.blue} d="M34 78h88v6H34zM34 92h60v6H34z" />
      <path
        className={styles.grey}
        d="M34 122h96v6H34zM150 122h30v6h-30zM34 138h96v6H34zM150 138h30v6h-30zM34 154h96v6H34zM150 154h30v6h-30z"
      />
      <path className={styles.ink} d="M34 182h146v2H34z" />
      <g transform="rotate(-12 74 228)">
        <rect className={styles.stamp} x="24" y="210" width="104" height="36" rx="4" />
        <text className={styles.stamped} x="76" y="235" textAnchor="middle">
          EMITIDA
        </text>
      </g>
    </svg>
  )
}
