import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { EmptySheet } from '../ui/empty-sheet.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { RetryNotice } from '../ui/retry-notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './canje.module.css'
import { Codigos } from './codigos.tsx'
import { fraseAt } from './frases.ts'
import { HojasGratis } from './hojas-gratis.tsx'
import { Deuda, Movimientos } from './movimientos.tsx'
import { PremioCard } from './premio-card.tsx'
import { premiosQuery, reloadCanje, useMovimientos } from './queries.ts'

const number = new Intl.NumberFormat('es-AR')

/** What the customer's points can buy: free sheets as a code, prizes at the counter. */
export function CanjePage() {
  const session = useSession()
  // The guard lets no one else in
  return session.status === 'in' && <Canje {...session.cliente} />
}

function Canje({ id, puntos }: { id: number; puntos: number }) {
  const queries = useQueryClient()
  const movimientos = useMovimientos()
  const [frase] = useState(() => fraseAt(Math.random()))
  const [nuevos, setNuevos] = useState<CodigoCanje[]>([])
  const reload = () => reloadCanje(queries)
  const onCodigos = (codigos: CodigoCanje[]) => {
    setNuevos((before) => [...codigos, ...before])
    return reload()
  }
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.head}>
          <PageHeading title="Premios que podés canjear" />
          <p className={styles.saldo}>
            Tenés <b>{number.format(puntos)}</b> {puntos === 1 ? 'punto' : 'puntos'}
          </p>
        </div>
        <Deuda movimientos={movimientos} />
        <p className={styles.frase}>{frase}</p>
        <Premios>
          {(premios) =>
            premios
              .filter((premio) => premio.es_codigo_canje)
              .map((premio) => (
                <HojasGratis
                  key={premio.id}
                  premio={premio}
                  puntos={puntos}
                  cliente={id}
                  onCodigos={onCodigos}
                />
              ))
          }
        </Premios>
        <Codigos nuevos={nuevos} />
      </div>
      <Album puntos={puntos} reload={reload} />
      <div className="wrap">
        <Movimientos movimientos={movimientos} />
      </div>
    </>
  )
}

type List = NonNullable<ReturnType<typeof usePremios>['data']>
const usePremios = () => useQuery(premiosQuery)

/** The prizes once they are there, or what became of them. */
function Premios({ children }: { children: (premios: List) => React.ReactNode }) {
  const { data, isFetching, error, refetch } = usePremios()
  if (data) return children(data)
  if (!error)
    return (
      <div className={styles.loading}>
        <Spinner label="Buscando los premios…" visible />
      </div>
    )
  return (
    <RetryNotice isBusy={isFetching} retry={() => void refetch()}>
      No pudimos cargar los premios. Revisá tu conexión o intentá más tarde.
    </RetryNotice>
  )
}

function Album({ puntos, reload }: { puntos: number; reload: () => Promise<void> }) {
  const { data } = usePremios()
  if (!data) return null
  const premios = data.filter((premio) => !premio.es_codigo_canje)
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
              <PremioCard key={premio.id} premio={premio} puntos={puntos} reload={reload} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
