import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { isDeCompra, normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Copy } from 'lucide-react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { dataOf, isRefusedFor } from '../api/query-client.ts'
import { PrintOffer } from '../parts/print-offer.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.ts'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Code, Ticket } from '../ui/paper/ticket.tsx'
import { Qr } from '../ui/picture/qr.tsx'
import styles from './codigo.module.css'
import { codigoText, codigoTitle, type QrAnswer } from './textos.ts'

/** The page that a QR opens on a phone: describes the code and says where to show it. It does not mark it as used. */
export function CodigoPage() {
  const { codigo: typed = '' } = useParams()
  const codigo = normaliseCodigo(typed)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['qr', codigo],
    queryFn: ({ signal }) => dataOf(call('GET /api/c/:codigo', { params: { codigo: codigo ?? '' }, signal })),
    enabled: codigo !== null,
    staleTime: 0,
  })
  const isUnknown = codigo === null || isRefusedFor(error, 'no_existe')
  if (isUnknown) return <Desconocido />
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={RUTAS['/c/:codigo'].head.titulo}>
        {data ? codigoTitle(data) : RUTAS['/c/:codigo'].head.titulo}
      </PageHeading>
      {error && !data && (
        <RetryNotice isBusy={isFetching} retry={() => void refetch()}>
          {isRefusedFor(error, 'limite')
            ? error.message
            : 'No pudimos leer este código. Revisá tu conexión o intentá más tarde.'}
        </RetryNotice>
      )}
      {!data && !error && <Spinner label="Leyendo el código…" visible />}
      {data && <Boleto codigo={codigo} data={data} />}
    </div>
  )
}

function Boleto({ codigo, data }: { codigo: string; data: QrAnswer }) {
  return (
    <Ticket
      title={data.valido ? 'Mostralo en el mostrador' : 'Este código no se puede usar'}
      className={styles.ticket}
      stub={
        <>
          <p>{codigoText(data)}</p>
          {data.valido && data.vence && <p className="muted">Vence: {formatMoment(data.vence)}</p>}
          <Button wide icon={Copy} onClick={() => void copyText(codigo)}>
            Copiar código
          </Button>
          {data.valido && isDeCompra(data.tipo) && (
            <LinkButton variant="primary" wide to="/imprimitodo" iconAfter={ArrowRight}>
              Imprimir
              <PrintOffer />
            </LinkButton>
          )}
        </>
      }
    >
      {data.valido && (
        <Qr
          text={`${window.location.origin}/c/${codigo}`}
          label={`QR del código ${codigo}`}
          className={styles.qr}
        />
      )}
      <Code>{codigo}</Code>
    </Ticket>
  )
}

const Desconocido = () => (
  <div className={`wrap ${styles.page}`}>
    <EmptySheet>
      <PageHeading title="No conocemos este código" />
      <p>Puede estar mal escrito. Pedile ayuda a quien te atiende: en el mostrador lo buscamos.</p>
      <LinkButton to="/">Ir al inicio</LinkButton>
    </EmptySheet>
  </div>
)
