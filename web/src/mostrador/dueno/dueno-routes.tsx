import { Redirect } from '../../ui/place.ts'
import { Routes } from '../../ui/routes.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { CambiosPage } from './cambios-page.tsx'
import { CatalogoPage } from './catalogo-page.tsx'
import { ClientePage } from './cliente-page.tsx'
import { ClientesPage } from './clientes-page.tsx'
import { NegocioPage } from './negocio-page.tsx'
import { PersonasPage } from './personas-page.tsx'
import { PremiosPage } from './premios-page.tsx'
import { SeguridadPage } from './seguridad-page.tsx'
import { SucursalesPage } from './sucursales-page.tsx'

/** The owner's screens, below /mostrador/dueno: a file of their own, which the counter's tablets never load. */
export default function DuenoRoutes() {
  return (
    <Routes
      table={{
        '/mostrador/dueno': <Redirect to="/mostrador/dueno/catalogo" />,
        '/mostrador/dueno/catalogo': <CatalogoPage />,
        '/mostrador/dueno/premios': <PremiosPage />,
        '/mostrador/dueno/sucursales': <SucursalesPage />,
        '/mostrador/dueno/negocio': <NegocioPage />,
        '/mostrador/dueno/personas': <PersonasPage />,
        '/mostrador/dueno/clientes': <ClientesPage />,
        '/mostrador/dueno/clientes/:id': <ClientePage />,
        '/mostrador/dueno/cambios': <CambiosPage />,
        '/mostrador/dueno/seguridad': <SeguridadPage />,
        '/*': <NotFoundPage />,
      }}
    />
  )
}
