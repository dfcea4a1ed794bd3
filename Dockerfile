# One image for everything: the argument names what runs.
#
#   docker build -t countersign:0.0.1 .
#   docker run --env-file .env countersign:0.0.1 issuer     # gateway, issuer, verifier, status, webhook-dispatcher
#   docker run --env-file .env countersign:0.0.1 provision  # indexes and topics, once before the services
#   docker run ... countersign:0.0.1 standalone             # everything in one process; writes to DATA_FOLDER only
#   docker run ... countersign:0.0.1 dead-letters list      # the operator's commands: docs/how-to/deployment.md
#
# The image has the synthetic wallet of dry runs only with `--build-arg DRY_RUN=on` (docs/how-to/dry-run.md).
#
# The base is pinned by version. Its digest belongs here too, as @sha256:...; take it from your registry
# (`docker buildx imagetools inspect`), it can't be known without one.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG DRY_RUN=off

# Only the package.json files: later steps run again only where these have changed.
FROM ${NODE_IMAGE} AS descriptions
WORKDIR /app
COPY package.json package-lock.json ./
COPY libs/shared/package.json libs/shared/
COPY libs/wallet/package.json libs/wallet/
COPY libs/dry-run/package.json libs/dry-run/
COPY libs/european-trust/package.json libs/european-trust/
COPY clients/typescript/package.json clients/typescript/
COPY clients/button/package.json clients/button/
COPY console/package.json console/
COPY docs-site/package.json docs-site/
COPY services/gateway/package.json services/gateway/
COPY services/issuer/package.json services/issuer/
COPY services/verifier/package.json services/verifier/
COPY services/status/package.json services/status/
COPY services/webhook-dispatcher/package.json services/webhook-dispatcher/
COPY services/standalone/package.json services/standalone/
COPY operator/package.json operator/
COPY test/package.json test/
COPY bench/package.json bench/

FROM descriptions AS compiled
ARG DRY_RUN
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY libs/shared libs/shared
COPY libs/wallet libs/wallet
COPY libs/dry-run libs/dry-run
COPY libs/european-trust libs/european-trust
COPY services services
COPY operator operator
COPY console console
COPY docs-site docs-site
COPY docs docs
COPY clients/typescript clients/typescript
COPY clients/button clients/button
COPY scripts/bundle-services.mjs scripts/
RUN node node_modules/typescript/bin/tsc -b services/gateway services/issuer services/verifier services/status \
      services/webhook-dispatcher services/standalone operator docs-site \
  && node docs-site/dist/src/make-site.js \
  && node node_modules/vite/bin/vite.js build console --logLevel warn \
  && node node_modules/vite/bin/vite.js build clients/button --logLevel warn \
  && if [ "$DRY_RUN" = on ]; then node scripts/bundle-services.mjs; else node scripts/bundle-services.mjs --without-wallet; fi

# No install script runs: what is compiled in a package comes prebuilt from the registry.
FROM descriptions AS dependencies
ARG DRY_RUN
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      -w libs/shared -w libs/wallet -w libs/dry-run -w libs/european-trust -w services/gateway -w services/issuer -w services/verifier -w services/status \
      -w services/webhook-dispatcher -w services/standalone -w operator \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Countersign" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 CONFIG_FOLDER=/config DATA_FOLDER=/data
WORKDIR /app
COPY --from=dependencies /app/package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=compiled /app/bundle bundle
COPY --from=compiled /app/services/gateway/package.json services/gateway/
COPY --from=compiled /app/services/gateway/dist/src/browser services/gateway/dist/src/browser
COPY --from=compiled /app/console/package.json console/
COPY --from=compiled /app/console/site console/site
COPY --from=compiled /app/docs-site/package.json docs-site/
COPY --from=compiled /app/docs-site/site docs-site/site
COPY --from=compiled /app/clients/button/package.json clients/button/
COPY --from=compiled /app/clients/button/bundle clients/button/bundle
COPY deploy/image .
# Only the one-process form writes here.
RUN install -d -o 10001 -g 10001 -m 0700 /data
# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
EXPOSE 3000 3001 3002 3003 3004
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["node", "/app/run.mjs"]
CMD ["standalone"]
