import { placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from '../../api/catalogo.ts'
import { sucursalesQuery } from '../../api/queries.ts'
import { RetryNotice } from '../../ui/notice/retry-notice.tsx'
import styles from './contacto.module.css'
import { SucursalCard } from './sucursal-card.tsx'

/** The branches, the networks and the files to download. */
export function ContactoSeccion() {
  const { data, isError, refetch } = useQuery(sucursalesQuery)
  const places = data?.flatMap((sucursal) => placeOf(sucursal) ?? []) ?? []
  return (
    <section id="contacto" className={`wrap ${styles.section}`} aria-labelledby="contacto-titulo">
      <h2 id="contacto-titulo">Dónde estamos</h2>
      {isError && !data && (
        <RetryNotice retry={() => void refetch()}>No pudimos cargar las sucursales.</RetryNotice>
      )}
      <ul className={styles.cards}>
        {!data && !isError && [0, 1].map((key) => <li key={key} className={styles.loading} />)}
        {data?.map((sucursal) => (
          <SucursalCard key={sucursal.nombre} sucursal={sucursal} all={places} />
        ))}
      </ul>
      <Redes />
    </section>
  )
}

function Redes() {
  const { data } = useQuery(vidrieraQuery)
  if (!data || (data.redes.length === 0 && !data.kit_banderas)) return null
  return (
    <div className={styles.more}>
      {data.redes.length > 0 && (
        <nav aria-label="Redes sociales">
          <b>Seguinos</b>
          {data.redes.map(({ nombre, url }) => (
            <a key={nombre} href={url} target="_blank" rel="noreferrer">
              {nombre}
            </a>
          ))}
        </nav>
      )}
      {data.kit_banderas && (
        <a href={data.kit_banderas} target="_blank" rel="noreferrer">
          Kit de banderas (PDF)
        </a>
      )}
    </div>
  )
}
