import type { CodigoCanje, MovimientoPuntos, PremioAnswer } from '@imprimitodo/shared/api/puntos'
import { writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { pendientesQuery } from '../api/codigos.ts'
import { useSession } from '../api/session/session.ts'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './canje.module.css'
import { CodigosPendientes } from './codigos.tsx'
import { fraseAt } from './frases.ts'
import { HojasGratis } from './hojas-gratis.tsx'
import { Deuda, MovimientosDePuntos } from './movimientos.tsx'
import { PremioCard } from './premio-card.tsx'
import { premiosQuery, reloadCanje, ultimoOf, useMovimientos } from './queries.ts'

/** The page where points are spent: free sheets as a code, prizes at the counter. */
export function CanjePage() {
  const session = useSession()
  // The guard shows the page only to a customer
  return session.status === 'in' && <Canje {...session.cliente} />
}

function Canje({ id, puntos }: { id: number; puntos: number }) {
  const queries = useQueryClient()
  const movimientos = useMovimientos()
  const premios = useQuery(premiosQuery)
  const pendientes = useQuery(pendientesQuery)
  const [frase] = useState(() => fraseAt(Math.random()))
  const [nuevos, setNuevos] = useState<CodigoCanje[]>([])
  // All three are shown at once: one after the other would push down what the customer reads or presses
  const isComing = [premios, pendientes, movimientos].some(({ isFetched }) => !isFetched)
  const reload = () => reloadCanje(queries)
  const onCodigos = async (codigos: CodigoCanje[]) => {
    setNuevos((before) => [...codigos, ...before])
    await reload()
  }
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.head}>
          <PageHeading title={RUTAS['/canje-puntos'].head.titulo} />
          <p className={styles.saldo}>
            Tenés <b>{writeAmount(puntos)}</b> {puntos === 1 ? 'punto' : 'puntos'}
          </p>
        </div>
        {isComing ? (
          <PageLoading label="Buscando los premios…" />
        ) : (
          <>
            <Deuda movimientos={movimientos} />
            <p className={styles.frase}>{frase}</p>
            <Hojas premios={premios}>
              {(premio) => (
                <HojasGratis
                  key={premio.id}
                  premio={premio}
                  puntos={puntos}
                  cliente={id}
                  onCodigos={onCodigos}
                />
              )}
            </Hojas>
            <CodigosPendientes nuevos={nuevos} />
          </>
        )}
      </div>
      {!isComing && (
        <>
          <Album premios={premios.data} puntos={puntos} ultimo={ultimoOf(movimientos.data)} reload={reload} />
          <div className="wrap">
            <MovimientosDePuntos movimientos={movimientos} />
          </div>
        </>
      )}
    </>
  )
}

type Premios = UseQueryResult<PremioAnswer[]>

/** The free sheets among the prizes, or why the prizes are not shown. */
function Hojas({ premios, children }: { premios: Premios; children: (premio: PremioAnswer) => ReactNode }) {
  const { data, isFetching, refetch } = premios
  if (data) return data.filter((premio) => premio.es_codigo_canje).map(children)
  return (
    <RetryNotice isBusy={isFetching} retry={() => void refetch()}>
      No pudimos cargar los premios. Revisá tu conexión o intentá más tarde.
    </RetryNotice>
  )
}

type AlbumProps = {
  premios: PremioAnswer[] | undefined
  puntos: number
  ultimo: MovimientoPuntos | undefined
  reload: () => Promise<MovimientoPuntos | undefined>
}

function Album({ premios: all, puntos, ultimo, reload }: AlbumProps) {
  if (!all) return null
  const premios = all.filter((premio) => !premio.es_codigo_canje)
  return (
    <section className={styles.album} aria-labelledby="album">
      <div className="wrap">
        <h2 id="album">Tu álbum de premios</h2>
        {premios.length === 0 ? (
          <EmptySheet>
            <p>Estamos preparando los premios. Tus puntos te esperan.</p>
          </EmptySheet>
        ) : (
          <ul className={styles.stamps}>
            {premios.map((premio) => (
              <PremioCard key={premio.id} premio={premio} puntos={puntos} ultimo={ultimo} reload={reload} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
