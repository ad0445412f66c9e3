# The packed package, run by an ordinary user. docs/docker.md says how to use it.

FROM node:24-slim AS package
WORKDIR /build
# Sources first: installing generates code from them.
COPY . .
RUN npm ci
RUN npm pack --pack-destination /tmp

FROM node:24-slim
WORKDIR /opt/reqsim
COPY --from=package /tmp/reqsim-*.tgz /tmp/
RUN npm install --omit=dev --no-audit --no-fund /tmp/reqsim-*.tgz && rm -rf /tmp/reqsim-*.tgz /root/.npm
ENV REQSIM_HOST=0.0.0.0 REQSIM_PORT=4010
EXPOSE 4010
USER node
# Scenario files of your own are mounted here.
WORKDIR /scenarios
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.REQSIM_PORT}/_sim/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/reqsim/node_modules/.bin/reqsim"]
CMD ["serve"]
