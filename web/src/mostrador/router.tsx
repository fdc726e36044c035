import { lazy, type ReactNode, Suspense } from 'react'
import { Places, Routes } from '../ui/routes.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AjustesPage } from './ajustes/ajustes-page.tsx'
import { ArrepentimientosPage } from './arrepentimientos/arrepentimientos-page.tsx'
import { BoardPage } from './board/board-page.tsx'
import { ComprobantesPage } from './comprobantes/comprobantes-page.tsx'
import { EscanearPage } from './escanear/escanear-page.tsx'
import { ImpresorasPage } from './impresoras/impresoras-page.tsx'
import { Layout } from './layout/layout.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { NuevoPage } from './nuevo/nuevo-page.tsx'
import { PedidoPage } from './pedido/pedido-page.tsx'
import { ProveedoresPage } from './proveedores/proveedores-page.tsx'
import { ReportesPage } from './reportes/reportes-page.tsx'
import { SaludPage } from './salud/salud-page.tsx'
import { LoginPage } from './session/login-page.tsx'
import { RequireSession } from './session/require-session.tsx'
import { VentasPage } from './ventas/ventas-page.tsx'

const DuenoRoutes = lazy(() => import('./dueno/dueno-routes.tsx'))
const CuentaPage = lazy(() => import('./cuenta/cuenta-page.tsx'))
const RecuperarRoutes = lazy(() => import('./cuenta/recuperar-routes.tsx'))

/** Everything below /mostrador; the server answers this entry for all of it. */
export const Router = () => (
  <Places>
    <Routes
      table={{
        '/mostrador/ingresar': <LoginPage />,
        '/mostrador/recuperar/*': <Late screen={<RecuperarRoutes />} />,
        '/mostrador/*': (
          <RequireSession>
            <Layout>
              <Screens />
            </Layout>
          </RequireSession>
        ),
      }}
    />
  </Places>
)

const Screens = () => (
  <Routes
    table={{
      '/mostrador': <BoardPage />,
      '/mostrador/pedidos/:id': <PedidoPage />,
      '/mostrador/escanear': <EscanearPage />,
      '/mostrador/impresoras': <ImpresorasPage />,
      '/mostrador/nuevo': <NuevoPage />,
      '/mostrador/ventas': <VentasPage />,
      '/mostrador/ajustes': <AjustesPage />,
      '/mostrador/reportes': <ReportesPage />,
      '/mostrador/comprobantes': <ComprobantesPage />,
      '/mostrador/arrepentimientos': <ArrepentimientosPage />,
      '/mostrador/salud': <SaludPage />,
      '/mostrador/proveedores': <ProveedoresPage />,
      '/mostrador/cuenta': <Late screen={<CuentaPage />} />,
      '/mostrador/dueno/*': <Late screen={<DuenoRoutes />} />,
      '/*': <NotFoundPage />,
    }}
  />
)

/** In a file of its own, which is fetched when somebody goes there. */
const Late = ({ screen }: { screen: ReactNode }) => (
  <Suspense fallback={<Spinner label="Cargando…" visible />}>{screen}</Suspense>
)
