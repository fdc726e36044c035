import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'
import { PrintOffer } from '../parts/print-offer.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './cupon.module.css'
import { CuponUsado } from './cupon-usado.tsx'
import { CuponVivo } from './cupon-vivo.tsx'
import { useCupon, useEsPrimero, useGenerate } from './use-cupon.ts'
import { type CuponVista, vistaOfCupon } from './vista.ts'

const TITLES: Record<CuponVista['kind'], string> = {
  ninguno: 'Tu cupón de hoy',
  vivo: 'Tu cupón de hoy',
  expirado: 'Tu cupón expiró',
  usado: 'Cupón usado',
}

/** The daily coupon: none, valid with its countdown, expired, or used. */
export function CuponPage() {
  const { data, error, refetch, isFetching } = useCupon()
  const now = useServerNow()
  const vista = data && vistaOfCupon(data, now)
  return (
    <div className={`wrap ${styles.page}`}>
      <div role="status">
        <PageHeading title={RUTAS['/cupon'].head.titulo}>{TITLES[vista?.kind ?? 'ninguno']}</PageHeading>
      </div>
      {error && (
        <RetryNotice isBusy={isFetching} retry={() => void refetch()}>
          Error al verificar el estado del cupón.
        </RetryNotice>
      )}
      {!vista && !error && <Spinner label="Buscando tu cupón…" visible />}
      {vista?.kind === 'vivo' && <CuponVivo vista={vista} isFirst={data?.cantidad_cupones === 1} />}
      {vista?.kind === 'usado' && <CuponUsado vista={vista} />}
      {(vista?.kind === 'ninguno' || vista?.kind === 'expirado') && (
        <Generate expired={vista.kind === 'expirado' ? vista.codigo : null} />
      )}
    </div>
  )
}

/** Without a valid coupon: a button that generates one. */
function Generate({ expired }: { expired: string | null }) {
  // The button that was pressed is gone
  const { generate, isBusy, problem } = useGenerate(() => document.querySelector('h1')?.focus())
  const isFirst = useEsPrimero(expired === null)
  return (
    <>
      <p className={`lead ${styles.lead}`}>
        {expired
          ? 'Se venció sin usar. No pasa nada: podés generar otro ahora.'
          : 'Un descuento en impresión y anillado, para usar en cualquier sucursal o en la web.'}
      </p>
      <EmptySheet>
        {expired && (
          <p className={styles.expired}>
            <b>Expirado</b>
            <s>{expired}</s>
          </p>
        )}
        {isFirst && <p className={styles.badge}>Es tu primer cupón</p>}
        <p>Vale una vez y por 24 horas desde que lo generás.</p>
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={() => void generate()}>
          {isBusy ? 'Generando…' : 'Generar cupón'}
        </Button>
        {problem && <Notice tone="error">{problem}</Notice>}
      </EmptySheet>
      <LinkButton to="/imprimitodo" iconAfter={ArrowRight}>
        Imprimir
        <PrintOffer />
      </LinkButton>
    </>
  )
}

/** The server's clock, once a second. */
function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
