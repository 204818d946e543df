// Lists the files that are protected or secret by default. A pattern is a glob of the path in its workspace folder (see
// `compileRuleGlob`): it also covers everything below a folder that it names, and ignores case.

/** Files that are protected by default: writing one makes something run, or changes permissions. */
export const defaultProtectedFiles: readonly string[] = [
  // The files that VS Code itself excludes from automatic approval (`chat.tools.edits.autoApprove`), copied from every
  // version since 1.104. Some entries therefore repeat.
  '**/.vscode/*.json',
  '**/.git/**',
  '**/{package.json,package-lock.json,server.xml,build.rs,web.config,.gitattributes,.env,Cargo.toml}',
  '**/{package.json,server.xml,build.rs,web.config,.gitattributes,.env,Cargo.toml}',
  '**/{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.js,.pnpmfile.cjs,.pnpmfile.mjs,pnpm-workspace.yaml}',
  '**/*.{code-workspace,csproj,fsproj,vbproj,vcxproj,proj,targets,props,gradle,gradle.kts}',
  '**/gradle.properties',
  '**/ruby_lsp/*/addon',
  '**/*.lock',
  '**/*-lock.{yaml,json}',
  '**/.mcp.json',
  '**/.npmrc',
  '**/.github/agents/**',
  '**/.github/hooks/**',
  '**/.claude/agents/**',
  '**/.claude/settings.json',
  '**/.claude/settings.local.json',
  '**/.codex/agents/**',
  '**/.codex/config.toml',
  '**/.codex/hooks.json',
  // The editor, its workspaces and settings, Redline's among them.
  '**/.vscode',
  '**/{.vscode-server,.vscode-remote,.vscode-insiders,.idea,.vs,.fleet,.zed}',
  '**/User/{settings,keybindings,tasks,mcp,chatLanguageModels}.json',
  '**/User/{globalStorage,workspaceStorage,profiles,snippets,prompts}/**',
  '**/redline.json',
  // Version control and its hooks.
  '**/{.git,.gitconfig,.gitmodules,.hg,.hgrc,.svn,.jj}',
  '**/{.sl,.bzr,_darcs}',
  '**/{.husky,.githooks,.git-hooks,githooks}',
  '**/{.,}lefthook{,-local}.{yml,yaml,toml,json}',
  '**/{.pre-commit-config.yaml,.pre-commit-config.yml,.pre-commit-hooks.yaml,.overcommit.yml,.lintstagedrc}',
  '**/{.lintstagedrc,lint-staged.config,.simple-git-hooks,simple-git-hooks}.*',
  // Instructions and permissions of agents.
  '**/{AGENTS,AGENT,CLAUDE,GEMINI,WARP,QWEN,CRUSH,copilot-instructions}{,.local,.override}.md',
  '**/.github/{instructions,prompts,chatmodes,agents,hooks,skills,plugins}/**',
  '**/*.{instructions,prompt,chatmode,agent}.md',
  '**/{.cursor,.claude,.codex,.copilot,.gemini,.windsurf,.roo,.kilocode,.kiro,.continue,.amazonq,.augment,.junie}',
  '**/{.trae,.opencode,.agents,.agent,.goose,.crush,.qwen,.factory,.openhands,.tabnine,.redline}',
  '**/{.cursorrules,.cursorignore,.windsurfrules,.clinerules,.roorules,.rules,.goosehints,.continuerules}',
  '**/{.roorules-*,.clinerules-*,.aider*,.copilotignore,.aiexclude,.augment-guidelines,.replit,SKILL.md}',
  '**/{.mcp,mcp,mcp_settings,mcp_config,opencode,claude_desktop_config}.{json,jsonc}',
  // Continuous integration and deployment.
  '**/.github/{workflows,actions}/**',
  '**/.github/{dependabot,CODEOWNERS,renovate}*',
  '**/{CODEOWNERS,.gitlab-ci.yml,.gitlab-ci.yaml,.travis.yml,.drone.yml,.cirrus.yml,.woodpecker.yml,.appveyor.yml}',
  '**/{appveyor.yml,bitbucket-pipelines.yml,buildspec.yml,cloudbuild.yaml,cloudbuild.yml,wercker.yml,vercel.json,netlify.toml}',
  '**/{azure-pipelines*.yml,azure-pipelines*.yaml,Jenkinsfile,Jenkinsfile.*}',
  '**/{.circleci,.gitlab,.buildkite,.teamcity,.semaphore,.woodpecker,.azure-pipelines}',
  '**/{.gitea,.forgejo}/{workflows,actions}/**',
  // Dev containers and other environments that build themselves.
  '**/{.devcontainer,.devcontainer.json,devcontainer.json,.gitpod.yml,.gitpod.Dockerfile,Vagrantfile}',
  // Package managers and build tools that run what their configuration names.
  '**/{.pnp.cjs,.pnp.loader.mjs,binding.gyp,nuget.config,.bazelrc}',
  '**/{.yarn,.mvn}',
  '**/.cargo/config{,.toml}',
  '**/gradle/wrapper/**',
  '**/{gradlew,gradlew.bat,mvnw,mvnw.cmd,pip.conf,pip.ini,.condarc,.gemrc,.bundle/config}',
  '**/{bun.lockb,npm-shrinkwrap.json,go.sum,.tool-versions,.mise.toml,mise.toml,.envrc}',
  '**/{sitecustomize,usercustomize}.py',
  // Shells and other programs that run their configuration at start.
  '**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,inputrc}',
  '**/.{zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,cshrc,tcshrc,login,logout}',
  '**/{*profile.ps1,config.fish,.config/fish/**,.config/autostart/**,.config/systemd/**,LaunchAgents/**,LaunchDaemons/**}',
  '**/{.vimrc,.gvimrc,.exrc,.nvimrc,.nvim.lua,init.vim,.emacs,.emacs.d,.dir-locals.el,.tmux.conf,.screenrc}',
  '**/{.gdbinit,.lldbinit,.Rprofile,.irbrc,.pryrc,.pdbrc,.pythonrc,.pythonrc.py,.curlrc,.wgetrc,.xinitrc,.xprofile}',
  '**/{crontab,cron.d/**,sudoers,sudoers.d/**,authorized_keys,autorun.inf,desktop.ini}',
];

/**
 * Secret files: reading or creating one asks, too. Lists only files in which a common program stores keys, tokens or
 * passwords by default. The lookalikes below are exceptions to this list, not to the protected files.
 */
export const defaultSecretFiles: readonly string[] = [
  // Files whose names most developers know.
  '**/{.env,.env.*,.env-*,.env_*,*.env,.envrc,.dev.vars,.dev.vars.*}',
  '**/{.ssh,.aws,.azure,.gnupg,.kube,.docker/config.json,.config/gcloud,.config/gh,.password-store,.oci}',
  '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk,id_xmss}{,.*,-*,_*}',
  '**/*.{pem,key,p8,p12,pfx,pkcs12,ppk,jks,keystore,kdbx,kdb,gpg,asc,ovpn,agekey,tfvars,tfstate}',
  '**/*.{tfvars.json,tfstate.backup}',
  '**/{.npmrc,.yarnrc.yml,.pypirc,.netrc,_netrc,.git-credentials,.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf,.htpasswd}',
  '**/.git/{config,credentials,config.worktree}',
  '**/{.dockercfg,.dockerconfigjson,kubeconfig,.terraformrc,terraform.rc,.vault-token,.vault_pass*,.boto,.s3cfg,.databrickscfg}',
  '**/{.cargo/credentials,.cargo/credentials.toml,.gem/credentials,.m2/settings.xml,.m2/settings-security.xml}',
  '**/{secrets,secret,credentials}.{json,yml,yaml,toml,xml,ini,properties,env}',
  '**/{client_secret*,service-account*,serviceaccount*,service_account*}.json',
  '**/{credentials,.credentials,master.key,local.settings.json,application_default_credentials.json}',
  '**/.{bash_history,zsh_history,python_history,node_repl_history,psql_history,mysql_history,sqlite_history}',
  // Only in `etc`, since folders of graphics code are called `shadow`, too. The second is for a window that has /etc open.
  '**/etc/{,g}shadow',
  '/{,g}shadow',
  '**/{*.private.env.json,*.secret.exs,.flaskenv,key.properties,keystore.properties,signing.properties,.credentials.json}',
  '**/{auth.json,auth.toml,auth.ini,.authinfo,wp-config.php,app/etc/env.php,.token,.access_token,.access-token,access-token}',
  '**/.{api_key,api-key,apikey}',
  // Keys, certificates with their keys, password stores.
  '**/*.{jceks,bks,keychain,keychain-db,decrypt.private.php}',
  '**/{.tsh,age/keys.txt,wireguard/*.conf,.config/op,.config/Bitwarden*,logins.json,key4.db,signons.sqlite,cookies.sqlite}',
  // Version control.
  '**/.git/**/{config,config.worktree,credentials}',
  '**/{.git/annex/creds,.gitconfig,.gitcookies,.hgrc,.hg/hgrc,mercurial.ini,.subversion/auth,.subversion/servers}',
  '**/{.p4tickets,.cvspass,authentication.conf,.config/glab-cli,.config/hub,.config/tea,.config/git/config}',
  // Package managers.
  '**/{.yarnrc,.config/pnpm/rc,.bunfig.toml,pip.conf,pip.ini,.condarc,condarc,.mambarc,.continuum,.conda/*.token}',
  '**/{.config/pypoetry,.gemrc,.bundle/config,.hex/hex.config,.cabal/config,nuget.config,.coveralls.yml}',
  '**/{.mvn/settings.xml,.gradle/gradle.properties}',
  // Clouds, containers and their configuration.
  '**/{*.kubeconfig,kubeconfig.yml,kubeconfig.yaml,helm/registry/config.json,helm/repositories.yaml,.config/argocd}',
  '**/{.argocd/config,rclone.conf,.rclone.conf,azureauth.json,.ovh.conf,.aliyun,.bluemix,.cloudflared,.config/doctl}',
  '**/{.config/hcloud,.config/scw,.config/linode-cli,.linode-cli,openstack/clouds.yaml,openstack/secure.yaml}',
  '**/{*.tfplan,*.publishsettings,*.pubxml.user,credentials.tfrc.json,.consul-token,.nomad-token,*firebase-adminsdk*.json}',
  '**/{.vault-pass*,vault_pass,vault_pass.txt,vault-password*,vault_password*,.vault-password*,configstore/*.json,ngrok.yml}',
  // Tools that publish and deploy.
  '**/{.fly/config.yml,.config/netlify,.netlify/config.json,.wrangler/config,.sentryclirc,sentry.properties,.serverlessrc}',
  '**/{.config/stripe,.expo/state.json,.railway/config.json,.supabase/access-token,.circleci/cli.yml,.contentfulrc.json}',
  '**/{sftp.json,sftp-config.json,.ftpconfig,.ftppass,ftpsync.json,sitemanager.xml,recentservers.xml,winscp.ini}',
  // Data and mail.
  '**/{.pg_service.conf,.odbc.ini,.dbt/profiles.yml,.snowsql,snowflake/*.toml,.jupyter/*.json,jupyter_cookie_secret}',
  '**/{notebook_cookie_secret,kaggle.json,.huggingface,huggingface/*token*,.msmtprc,.fetchmailrc,.mbsyncrc,.offlineimaprc}',
  '**/.wakatime.cfg',
  // Agents and models, with the servers that they call.
  '**/{.mcp,mcp,mcp_settings,mcp_config,claude_desktop_config}.{json,jsonc}',
  '**/{.claude.json,.claude/settings.json,.claude/settings.local.json,.codex/config.toml,.gemini/settings.json}',
  '**/{.gemini/oauth_creds.json,.qwen/settings.json,.qwen/oauth_creds.json,.continue/config.*,.aider.conf.y*ml}',
  '**/{.config/github-copilot,.codeium/config.json,crush.json,.crush.json,llm/keys.json,.config/openai}',
  '**/.redline/windows',
  // Histories of shells and consoles.
  '**/{.sh_history,.ksh_history,.rediscli_history,.irb_history,.pry_history,fish_history,ConsoleHost_history.txt}',
];

/** Files that match a secret's pattern but are meant to be published: reading them is free, changing them asks. */
export const readableSecretLookalikes: readonly string[] = [
  '**/.env.{example,sample,template,dist,defaults,schema}',
  '**/{example,sample,template}.env',
  '**/*.pub',
];

/** Files that match a secret's pattern but are translations: neither reading nor changing them asks. */
export const translationLookalikes: readonly string[] = [
  '**/{locale,locales,lang,langs,i18n,translations,messages}/**/{auth,secret,secrets,credentials}.{json,yml,yaml}',
];

/** Redline's own files, including a team's policy. They stay protected even if the settings do not list them. */
export const ownFiles: readonly string[] = ['**/.redline'];
