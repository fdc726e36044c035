CREATE TABLE "eventos_seguridad" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "eventos_seguridad_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cuando" timestamp with time zone NOT NULL,
	"que" text NOT NULL,
	"cuenta_tipo" text,
	"cuenta_id" integer,
	"origen" text,
	"pedido_http" text,
	"detalle" text DEFAULT '' NOT NULL,
	"veces" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "navegadores_conocidos" (
	"cuenta_tipo" text NOT NULL,
	"cuenta_id" integer NOT NULL,
	"navegador" text NOT NULL,
	"visto" timestamp with time zone NOT NULL,
	CONSTRAINT "navegadores_conocidos_cuenta_tipo_cuenta_id_navegador_pk" PRIMARY KEY("cuenta_tipo","cuenta_id","navegador")
);
--> statement-breakpoint
CREATE INDEX "eventos_seguridad_cuando" ON "eventos_seguridad" USING btree ("cuando");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_que" ON "eventos_seguridad" USING btree ("que","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_cuenta" ON "eventos_seguridad" USING btree ("cuenta_tipo","cuenta_id","id");--> statement-breakpoint
CREATE INDEX "navegadores_conocidos_visto" ON "navegadores_conocidos" USING btree ("visto");