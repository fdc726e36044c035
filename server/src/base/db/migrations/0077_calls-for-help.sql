ALTER TABLE "pedidos" ADD COLUMN "pidio_ayuda" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "ayuda_atendida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "pedidos_ayudas" ON "pedidos" USING btree ("pidio_ayuda") WHERE "pedidos"."pidio_ayuda" is not null;