import { TODOS } from '@imprimitodo/shared/rules/vidriera/categoria'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import { productosQuery } from '../../api/catalogo.ts'
import { Button } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { RetryNotice } from '../../ui/notice/retry-notice.tsx'
import styles from './catalogo.module.css'
import { CatalogoFrame, Skeletons } from './catalogo-frame.tsx'
import { Estantes } from './estantes.tsx'
import { Pestanas } from './pestanas.tsx'
import { useFiltro } from './use-filtro.ts'

/** The products by category: loading, failed, empty or loaded. */
export function CatalogoSeccion() {
  const { data: arrived, isError, isFetching, refetch } = useQuery(productosQuery)
  // Deferred: any number of products is drawn in pieces, between which the browser answers the visitor
  const data = useDeferredValue(arrived)
  const filtro = useFiltro(data)
  return (
    <CatalogoFrame buscador={<Buscador value={filtro.busqueda} onChange={filtro.setBusqueda} />}>
      <Pestanas
        pestanas={filtro.pestanas}
        isCounted={data !== undefined}
        value={filtro.categoria}
        onChange={filtro.setCategoria}
      />
      {!data && !isError && <Skeletons />}
      {isError && !data && (
        <RetryNotice className={styles.error} isBusy={isFetching} retry={() => void refetch()}>
          No pudimos cargar los productos. Intenta nuevamente.
        </RetryNotice>
      )}
      {data && filtro.grupos.length > 0 && <Estantes grupos={filtro.grupos} />}
      {data && filtro.grupos.length === 0 && (
        <div className={styles.empty}>
          <EmptySheet>
            <p className="lead">No encontramos resultados para tu búsqueda.</p>
            {data.length > 0 && <Button onClick={filtro.clear}>Ver todos los productos</Button>}
          </EmptySheet>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {data && describe(filtro)}
      </p>
    </CatalogoFrame>
  )
}

/** The result for screen readers after a search or a choice; empty at the page's opening. */
function describe({ isFiltered, categoria, encontrados }: ReturnType<typeof useFiltro>): string {
  if (!isFiltered) return ''
  if (encontrados === 0) return 'No encontramos resultados para tu búsqueda.'
  const where = categoria === TODOS ? '' : ` en ${categoria}`
  return encontrados === 1 ? `1 producto${where}` : `${encontrados} productos${where}`
}

function Buscador({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className={styles.search}>
      <Search size={22} strokeWidth={2.4} aria-hidden />
      <span className="visually-hidden">Buscar producto</span>
      <input
        type="search"
        placeholder="Buscar producto..."
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
